/* Says why the boards of a page stay pictures. Its own small script, for when the others do not come or are not understood. */
function rbTrouble(why) {
  var words = document.getElementById("rb-static-words").content;
  var box = document.createElement("div");
  if (document.querySelector(".rb-trouble")) return;
  document.documentElement.removeAttribute("data-hk-booting");
  document.documentElement.setAttribute("data-hk-boards", why);
  document.getElementById("rb-loading").hidden = true;
  box.className = "rb-trouble";
  box.setAttribute("role", "alert");
  box.appendChild(words.querySelector("[data-key=" + why + "]").cloneNode(true));
  if (why !== "old") {
    var button = document.createElement("button");
    button.type = "button";
    button.className = "rb-button";
    button.appendChild(words.querySelector("[data-key=reload]").cloneNode(true));
    button.addEventListener("click", function () { location.reload(); });
    box.appendChild(button);
  }
  document.body.appendChild(box);
}
addEventListener("error", function (event) {
  if (event.target.tagName === "SCRIPT") rbTrouble(navigator.onLine ? "broken" : "unreachable");
}, true);
