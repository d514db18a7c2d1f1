/* Show what is wrong with the boards of a page; null removes the notice. A script of its own, in old syntax, for when others fail to load or parse. */
function rbTrouble(why, reload) {
  var texts = document.getElementById("rb-trouble-words").content;
  var box = document.getElementById("rb-matters");
  if (box && box.getAttribute("data-why") === why) return box;
  if (box) box.parentNode.removeChild(box);
  if (!why) return null;
  box = document.createElement("div");
  box.id = "rb-matters";
  box.className = "rb-trouble";
  box.setAttribute("role", "alert");
  box.setAttribute("data-why", why);
  box.appendChild((texts.querySelector("[data-key=" + why + "]") || texts.querySelector("[data-key=status-500]") || texts.firstElementChild).cloneNode(true));
  if (reload) {
    var button = document.createElement("button");
    button.type = "button";
    button.className = "rb-button";
    button.appendChild(texts.querySelector("[data-key=reload]").cloneNode(true));
    button.addEventListener("click", function () { location.reload(); });
    box.appendChild(button);
  }
  document.body.appendChild(box);
  return box;
}
addEventListener("error", function (event) {
  if (event.target.tagName !== "SCRIPT") return;
  document.documentElement.setAttribute("data-hk-boards", "broken");
  document.getElementById("rb-loading").hidden = true;
  rbTrouble(navigator.onLine ? "broken" : "unreachable", true);
}, true);
