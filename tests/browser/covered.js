/** What of the words below an element (of a page) is beyond the window's sides, or has something else over it once it is scrolled to. */
async (root) => {
  const el = root ?? document.body;
  const left = ".hk-offstage, .hc-offstage, .rb-skip, svg, script, style, noscript, option, [aria-hidden=true]";
  const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflow) && (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1);
  const around = (one) => (one === document.body || !one ? [] : [one, ...around(one.parentElement)]);
  const words = [];
  for (const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT); walker.nextNode();) {
    const { data, parentElement: of } = walker.currentNode;
    if (!data.trim() || !of.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || of.closest(left)) continue;
    if (!around(of).some((one) => getComputedStyle(one).clipPath !== "none")) words.push(walker.currentNode);
  }
  return words.filter((node) => {
    const of = node.parentElement;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { top, bottom } = range.getBoundingClientRect();
    if (top < 80 || bottom > innerHeight - 80) of.scrollIntoView({ block: "center", behavior: "instant" });
    const inList = around(of).some(scrolls); // which is scrolled by its reader
    return [...range.getClientRects()].filter(({ width }) => width > 2).some((box) => {
      if (box.left < -1 || box.right > innerWidth + 1) return !inList;
      if (box.bottom > innerHeight - 1 || box.top < 1) return false;
      return [box.left + 2, box.right - 2].some((x) => {
        const there = document.elementFromPoint(x, box.top + box.height / 2);
        const held = there?.closest("label, summary, button, a");
        return there && !there.contains(of) && !of.contains(there) && !held?.contains(of) && !inList;
      });
    });
  }).map(({ data }) => data.trim());
}
