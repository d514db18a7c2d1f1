// The constants of a page's code (bundle.py), and the globals that it shares with the page.

/** Prefix of this code's ids in the page. */
declare const KEY: string;
/** Style sheet of this code. */
declare const SHEET: string;
/** Texts of its interface: language -> key -> text. */
declare const WORDS: Record<string, Record<string, string>>;
/** Name of each language in that language. */
declare const LANGUAGES: Localized;
/** Names of the themes. */
declare const THEMES: string[];
/** Style sheet of all sheets. */
declare const COMMON: string;
/** Key of the code of boards. */
declare const BOARDS: string;
/** View of the first lesson, and the patch for each message (first_lesson.py). */
declare const PREPARED: { view: View, answers: Record<string, any> };
/** Name of the next lesson. */
declare const NEXT: string;
/** Global in the page of the sandbox for readers' code (model.js). */
declare const Model: typeof import("./model.js").Model;
