// What a page's code is given as constants (code.py), and what it shares with the page.

/** Begins the ids of this code in the page. */
declare const KEY: string;
/** Its style sheet. */
declare const SHEET: string;
/** The words of its interface: language -> key -> words. */
declare const WORDS: Record<string, Record<string, string>>;
/** What every language is called in itself. */
declare const LANGUAGES: Localized;
/** The names of the themes. */
declare const THEMES: string[];
/** The style that all sheets share. */
declare const COMMON: string;
/** The key of the code of all boards. */
declare const BOARDS: string;
/** The first lesson's view, and the patch that each message makes of it (first_lesson.py). */
declare const PREPARED: { view: View, answers: Record<string, any> };
/** The name of the lesson after it. */
declare const NEXT: string;
/** In the box for readers' code, which has it in its page (model.js). */
declare const Model: typeof import("./model.js").Model;
