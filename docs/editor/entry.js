// The editor of the static site, made of CodeMirror 6: lines with numbers, Python in colours (`tok-...`, which are the page's), undo, brackets in
// pairs, indentation by Tab.  After Escape Tab leaves, for as long as it takes, until something else is typed.  Without what shows words of its own
// (search, completion, folding): a page says everything in its reader's language.

import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

const LEAVING = ["Escape", "Tab", "Shift"];

const leaves = EditorView.domEventHandlers({
  keydown(event, view) {
    if (event.key === "Escape" || !LEAVING.includes(event.key)) view.setTabFocusMode(event.key === "Escape");
    return false;
  },
  focus(_, view) {
    view.setTabFocusMode(false);
  },
});

/**
 * An editor with some text; its text is `state.doc`.  `attributes` are those of what is edited; `said` has what is told of a deletion.
 */
export function editor({ text, attributes, said }) {
  const phrases = new Compartment();
  const told = () => EditorState.phrases.of({ "Selection deleted": said() });
  const view = new EditorView({
    doc: text,
    extensions: [
      lineNumbers(), history(), indentOnInput(), bracketMatching(), closeBrackets(), highlightActiveLine(), highlightActiveLineGutter(),
      python(), indentUnit.of("    "), EditorState.tabSize.of(4), syntaxHighlighting(classHighlighter),
      EditorView.contentAttributes.of({ autocapitalize: "off", ...attributes }), leaves, phrases.of(told()),
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
    ],
  });
  return {
    el: view.dom,
    focus: () => view.focus(),
    speak: () => view.dispatch({ effects: phrases.reconfigure(told()) }),
    get text() { return view.state.doc.toString(); },
    set text(now) { view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: now } }); },
  };
}
