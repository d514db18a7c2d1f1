// Written by docs/make_types.py from stage/counting.py, stage/thinking.py and fields.py of boards, choosing, learning, making, desk.

/** What is said in every language: language -> text. */
type Words = Record<string, string>;

/** Games of one rule set between the same players. */
interface PartView {
  /** which of the rule sets */
  rules: number;
  /** who plays, as a record of the memory */
  mind: [number, number, [number, number][]];
  /** what of a row of measures is wanted */
  columns: number[];
  /** how many games, from the first of the seed on */
  count: number;
  /** how many of them keep pace with the other parts; the rest is played last */
  soon: number;
}

/** What a browser needs in order to play games: it knows no layout of the engine's memory. */
interface JobView {
  /** the engine's hash, as pages check the integrity of what they load */
  module: string;
  /** of all games */
  seed: number;
  /** turns after which a game is given up */
  limit: number;
  /** where the rows of measures begin, and numbers in a row */
  rows: [number, number];
  /** rule sets, as records of the memory: where, bytes, words of 32 bits that are not 0 */
  rules: [number, number, [number, number][]][];
  /** the games */
  parts: PartView[];
}

/** A record of the module's memory: nothing, but for its data and its words. */
interface RecordView {
  /** where it begins */
  at: number;
  /** its bytes */
  size: number;
  /** bytes that many questions share, where in it; not if known */
  data?: [number, string][];
  /** words of 32 bits that are others: which, and their value */
  words: [number, number][];
}

/** A list of whole numbers in the module's memory. */
interface FieldView {
  /** where it begins */
  at: number;
  /** of each number */
  bits: number;
}

/** What a browser needs in order to search: it knows no layout of the engine's memory. */
interface QuestionView {
  /** the engine's hash, as pages check the integrity of what they load */
  module: string;
  /** what the data of the records are known by: the rules, and which data */
  key: string;
  /** what is to be written before the search */
  records: RecordView[];
  /** where everybody's playouts stand */
  strength: FieldView;
  /** how many numbers that is */
  seats: number;
  /** for the decision; by the clock those of a first search, which tell how long one takes */
  playouts: number;
  /** for the decision; 0: as many playouts as are said */
  milliseconds: number;
  /** playouts that a decision may have */
  most: number;
  /** the part of the time that is planned for */
  spare: number;
  /** as many times the playouts are worth a new search */
  worth: number;
  /** where moves, looks added up, their number, and the moves' order stand then */
  found: FieldView[];
}

/** What every sheet shows. */
interface SheetView {
  /** number of the message that this answers */
  n?: number;
  /** version */
  v?: number;
  /** why the message could not be followed */
  error?: Words;
}

/** What table mode knows from the start. */
interface AtTableData {
  /** numbers of players */
  seats: number[];
}

/** How a player stands. */
interface ScoreView {
  /** the letter */
  player: string;
  /** points where the rules count some, else games won */
  score: number;
}

/** What table mode shows beside its board. */
interface AtTableView {
  /** number of the message that this answers */
  n?: number;
  /** version */
  v?: number;
  /** why the message could not be followed */
  error?: Words;
  /** the rule set */
  rules: string;
  /** what it is called */
  title: Words;
  /** how many play */
  players: number;
  /** of the games so far */
  score: ScoreView[];
  /** those before this one, as words */
  games: string;
  /** may the next game begin? */
  next: boolean;
}

/** A place one can point at. */
interface CellView {
  /** its name in moves and positions */
  id: string;
  /** left edge in the unturned picture, in units of its viewBox, as y, w and h */
  x: number;
  /** upper edge */
  y: number;
  /** width */
  w: number;
  /** height */
  h: number;
  /** row of the grid that arrow keys walk */
  row: number;
  /** column of that grid */
  col: number;
  /** what it is called and what stands there */
  label: Words;
  /** is it drawn round? */
  round: boolean;
  /** rows and columns of the grid that it takes up */
  span: number;
}

/** A legal move. */
interface MoveView {
  /** as records have it */
  text: string;
  /** its cells in order; none for a move that is a button */
  path: string[];
  /** what a button for it says */
  label: Words;
  /** may pointing at its first cell play it, if no other begins there? */
  quick: boolean;
  /** may pointing at its last cell play it before anything is chosen? */
  aim: boolean;
}

/** What cells are called that moves begin at or lead to. */
interface MarksView {
  /** a cell at which a move may begin */
  may: Words;
  /** a cell to which one may lead */
  to: Words;
}

/** Why a move that was tried may not be made. */
interface RefusalView {
  /** the clause that forbids it */
  clause: string;
  /** the sentence */
  text: Words;
  /** what was tried */
  move: string;
  /** cells that stand in the way, to be marked */
  squares: string[];
  /** pieces that stand in the way */
  pieces: string[];
}

/** A word of the record. */
interface WordView {
  /** the word; ? for one that these readers must not see */
  text: string;
  /** the ply it leads to */
  ply: number;
}

/** A line of the record. */
interface RowView {
  /** whose turn it was */
  label: string;
  /** its words */
  words: WordView[];
}

/** A value of an option. */
interface ValueView {
  /** as rule sets have it */
  value: string;
  /** what it means */
  means: Words;
}

/** What players of a game may agree on, for the dialog of a new game. */
interface AgreedView {
  /** of the option */
  name: string;
  /** the one that holds now */
  value: string;
  /** all of them, the usual one first */
  values: ValueView[];
}

/** A move as a good player sees it. */
interface AdvisedView {
  /** the move */
  text: string;
  /** what a button for it says */
  label: Words;
  /** of winning, in hundredths; null for one he did not look at */
  chance: number | null;
}

/** What a good player would do, to be told step by step. */
interface AdviceView {
  /** a sentence that names the piece he would move; null where none is moved */
  which: Words | null;
  /** where it stands; empty where none is moved */
  cell: string;
  /** what his move does that others do not, if the board shows it */
  why: Words | null;
  /** all moves with his estimates, the best first */
  moves: AdvisedView[];
}

/** What a finished game brought one player. */
interface PlayerPoints {
  /** his letter */
  player: string;
  /** of this game; null where it has none */
  points: number | null;
  /** of the series */
  score: number;
  /** won in the present set; null without sets */
  games: number | null;
  /** why it is so many */
  why: Words | null;
  /** the clause that says so */
  clause: string;
}

/** How a series stands. */
interface SeriesView {
  /** counted so far */
  games: number;
  /** has it ended? */
  over: boolean;
  /** how it stands, in a sentence */
  text: Words;
}

/** What a finished game brought. */
interface PointsView {
  /** a row a player */
  rows: PlayerPoints[];
  /** how the series stands */
  series: SeriesView;
  /** is the series won by sets? */
  sets: boolean;
  /** all of it, to be read aloud */
  said: Words;
}

/** What is to be done on a board. */
interface TaskView {
  /** the task */
  text: Words;
  /** has its hint been asked for? */
  shown: boolean;
  /** is it still to be done in this game? */
  todo: boolean;
  /** help */
  hint: Words | null;
  /** can a fresh position be had? */
  others: boolean;
  /** is a game that is left kept all the same? */
  keeps: boolean;
  /** did it come by a link, so that it can be put away? */
  linked: boolean;
  /** can the position be had without its variant? */
  without: boolean;
  /** may one go back to the game that it is from? */
  returns: boolean;
  /** what the browser remembers it by once it is done; empty for nothing */
  key: string;
  /** how it stands */
  state: "open" | "right" | "wrong" | "over";
  /** the answer to the last try */
  feedback: Words | null;
}

/** A task that has just been made, for its link. */
interface PosedView {
  /** the rule set */
  rules: string;
  /** as text */
  position: string;
  /** the teacher's words */
  question: string;
  /** lines of moves */
  answers: string[];
}

/** What can be taken back or played again. */
interface CanView {
  /** is there something to take back? */
  undo: boolean;
  /** was something taken back? */
  redo: boolean;
}

/** What a reader needs to aim a flick. */
interface FlickView {
  /** cell -> the disc that pointing there takes up */
  pieces: Record<string, string>;
  /** where the others lie, in units of the table */
  discs: Record<string, number[]>;
  /** width and height of the table */
  size: number[];
  /** its corner on the picture, y upwards */
  origin: number[];
  /** of the picture, to one of the table */
  unit: number;
  /** diameter */
  disc: number;
  /** how far the hardest flick goes */
  slide: number;
}

/** How discs went in the last move. */
interface SlideView {
  /** milliseconds from point to point */
  step: number;
  /** disc -> points of the picture */
  pieces: Record<string, number[][]>;
  /** was the move put back? */
  back?: boolean;
}

/** What a game brought one player, in hundredths of a game. */
interface StandingView {
  /** his letter */
  player: string;
  /** his chance when it began */
  begin: number;
  /** and at the end */
  end: number;
  /** what his dice gave him */
  luck: number;
  /** what his moves lost, below 0 */
  lost: number;
  /** what the others threw and did */
  others: number;
}

/** A decision that cost much. */
interface MistakeView {
  /** where it was taken */
  ply: number;
  /** by whom */
  player: string;
  /** it in a sentence */
  text: Words;
}

/** What a review found. */
interface FoundView {
  /** where the curve has points */
  plies: number[];
  /** player -> his chances there, in hundredths */
  curve: Record<string, number[]>;
  /** a row a player */
  rows: StandingView[];
  /** how sure it is, in sentences */
  sure: Words[];
  /** the decisions that cost most, the worst first */
  mistakes: MistakeView[];
}

/** The review of the game on the board. */
interface ReviewView {
  /** how much of it is done */
  done: number;
  /** of how much */
  total: number;
  /** what it found, once it is done */
  found: FoundView | null;
}

/** A player who looks ahead, or is asked for advice, before he knows. */
interface ThinkingView {
  /** of the search: what was found goes with it */
  number: number;
  /** is it for his move, or for advice? */
  what: "step" | "hint";
  /** how much of it is done, 0 to 1, where Python searches */
  part: number;
  /** what this page is to search; null: Python does, for every message a little */
  question: QuestionView | null;
  /** was what this page found no such thing? */
  refused: boolean;
}

/** All a board shows; what is said is there in every language. */
interface View {
  /** number of the message that this answers */
  n: number;
  /** version: the frame numbers every value that a page gets */
  v?: number;
  /** of the board in its page */
  name: string;
  /** what it is about: the clause of its task, or its rules and how many play */
  titled: Words;
  /** the rule set */
  rules: string;
  /** options of a game that has no variants */
  agreed: AgreedView[];
  /** the position */
  text: string;
  /** the game, with what has been taken back */
  record: string;
  /** moves played */
  ply: number;
  /** moves of the record */
  end: number;
  /** the picture */
  svg: string;
  /** cells of the last displacement */
  last: string[];
  /** pictures of what the last move led to, before the one that is there now */
  frames: string[];
  /** a sentence for each of them */
  steps: Words[];
  /** width and height of the picture's viewBox */
  box: number[];
  /** is it turned upright on a narrow page? */
  turns: boolean;
  /** places one can point at */
  cells: CellView[];
  /** what stands beside the board */
  summary: Words;
  /** what cells are called that moves begin at or lead to */
  marks: MarksView;
  /** the legal moves, or as many as can be listed */
  moves: MoveView[];
  /** what is asked; null when the game is over */
  step: string | null;
  /** whose turn it is */
  turn: string | null;
  /** the winners; null while the game runs */
  over: string[] | null;
  /** does chance decide now? */
  chance: boolean;
  /** who acts without a reader */
  auto: "chance" | "player" | "forced" | null;
  /** must something refused be tried before anything goes on by itself? */
  waits: boolean;
  /** what decides by chance: die, card, cards, lot; empty for nothing */
  throw: string;
  /** what was thrown or turned up */
  dice: (number | string)[];
  /** where moves are aimed */
  flick: FlickView | null;
  /** how discs went in the last move */
  slide: SlideView | null;
  /** what is asked, in a sentence */
  prompt: Words;
  /** what the last move did */
  told: Words;
  /** why the move that was tried may not be made */
  refusal: RefusalView | null;
  /** why the message could not be followed */
  error: Words | null;
  /** who plays: reader, or the name of a player */
  seats: string[];
  /** numbers of players that the game may have */
  players: number[];
  /** what a good player would do, if he was asked */
  advice: AdviceView | null;
  /** who is looking ahead just now */
  thinking: ThinkingView | null;
  /** player -> his chance to win, in hundredths, if that is switched on */
  chances: Record<string, number> | null;
  /** is this a line that is only tried? */
  trial: boolean;
  /** what a finished game brought */
  points: PointsView | null;
  /** the games of the series before, as words */
  games: string;
  /** what can be taken back or played again */
  can: CanView;
  /** the record as lines of words */
  rows: RowView[];
  /** what is to be done */
  task: TaskView | null;
  /** a task that has just been made */
  posed: PosedView | null;
  /** names of the puzzles that a board for free games offers, the easiest first */
  puzzles: string[];
  /** the review of this game, if it was asked for */
  review: ReviewView | null;
}

/** A line of the authors' table. */
interface RowData {
  /** of the variant */
  number: number;
  /** its name */
  title: Words;
  /** where the book has it */
  link: string;
  /** its chapter */
  family: string;
  /** numbers of players that the authors advise */
  advised: number[];
  /** those they put in brackets */
  bracketed: number[];
  /** their sign: + for longer, - for shorter, = for neither, brackets for now and then */
  duration: string | null;
  /** their sign: + for more tactics */
  tactic: string | null;
  /** what it needs beside the box */
  material: Words | null;
  /** turns that were measured, in hundredths of the base game's */
  length: number | null;
  /** length, tactics -> agrees, a little, disagrees, cannot tell */
  verdicts: Record<string, string>;
  /** what was measured, in sentences, by language */
  said: Record<string, string[]> | null;
}

/** What the sheet of choosing knows from the start. */
interface ChooseData {
  /** families of variants in order, and what they are called */
  families: Record<string, Words>;
  /** a line a variant */
  rows: RowData[];
}

/** What the sheet of choosing shows: nothing that changes. */
interface ChooseView {
  /** number of the message that this answers */
  n?: number;
  /** version */
  v?: number;
  /** why the message could not be followed */
  error?: Words;
}

/** What the sheet of tonight asks. */
interface TonightData {
  /** numbers of players */
  seats: number[];
  /** how long it may take */
  minutes: number[];
  /** quick, mean, thoughtful, silly */
  moods: string[];
  /** the minutes that stand for a whole evening */
  evening: number;
}

/** What readers wish for. */
interface WishView {
  /** how many they are */
  players: number;
  /** how long it may take */
  minutes: number;
  /** of the evening */
  mood: string;
  /** with nothing but the box? */
  box: boolean;
}

/** Variants for a wish that go together. */
interface SetView {
  /** the rule set */
  rules: string;
  /** its variants, as links have them */
  key: string;
  /** what they are called */
  title: Words;
  /** one sentence */
  why: Words;
  /** about how long it takes */
  minutes: number;
  /** is that within the wish? */
  fits: boolean;
  /** what it takes besides the box */
  needed: Words[];
  /** what was measured */
  about: Words[];
}

/** What the sheet of tonight shows. */
interface TonightView {
  /** number of the message that this answers */
  n?: number;
  /** version */
  v?: number;
  /** why the message could not be followed */
  error?: Words;
  /** the present one */
  wish: WishView;
  /** three that suit it, the best first */
  sets: SetView[];
  /** the rules of a set on a sheet, as markup; empty until asked for */
  page: string;
  /** the rule set of the board below; empty before there is one */
  playing: string;
}

/** An option of a variant. */
interface OptionData {
  /** as rule sets have it */
  name: string;
  /** the usual one first */
  values: string[];
  /** number, squares: what others may be written; empty for none */
  free: string;
  /** what each value means */
  says: Record<string, Words>;
  /** number of another variant -> the value that is usual beside it */
  defaults: Record<string, string>;
}

/** A variant to tick. */
interface VariantData {
  /** its name */
  title: Words;
  /** where the book has it */
  link: string;
  /** what it is about */
  sentence: Words;
  /** what may be agreed on */
  options: OptionData[];
}

/** Variants that stand together. */
interface FamilyData {
  /** of the family */
  name: Words;
  /** their numbers */
  variants: number[];
}

/** What is to be said of a pair beside its sign. */
interface PairWords {
  /** the reason */
  why: Words;
  /** how we play it */
  how?: Words;
}

/** All pairs. */
interface PairsData {
  /** a sign for every pair: + compatible, ? decided, x incompatible, o pointless, . itself */
  rows: string[];
  /** smaller-larger number -> what is to be said */
  says: Record<string, PairWords>;
}

/** The picture of all pairs, in units of its viewBox. */
interface GeometryData {
  /** side of a square */
  cell: number;
  /** width of the numbers around them */
  edge: number;
  /** of the picture */
  side: number;
}

/** What the sheet of combining knows from the start. */
interface CombineData {
  /** what may be ticked */
  families: FamilyData[];
  /** number -> variant, 0 for the base game */
  variants: Record<string, VariantData>;
  /** numbers of players */
  seats: number[];
  /** what goes with what */
  pairs: PairsData;
  /** of all pairs */
  picture: string;
  /** of the picture */
  geometry: GeometryData;
}

/** What a variant makes of a position of which another makes something else. */
interface PartedView {
  /** its number */
  variant: number;
  /** the picture */
  svg: string;
  /** what it asks, does or refuses there */
  said: Words;
}

/** Two variants that exclude each other. */
interface ClashView {
  /** their numbers */
  pair: number[];
  /** the reasons */
  why: Words[];
  /** the same place of a game under either, where that shows why */
  parted: PartedView[];
}

/** Something to know about a rule set. */
interface NoteView {
  /** pointless, needs-a-decision, or another */
  kind: string;
  /** the sentence */
  text: Words;
}

/** What the sheet of combining shows. */
interface CombineView {
  /** number of the message that this answers */
  n?: number;
  /** version */
  v?: number;
  /** why the message could not be followed */
  error?: Words;
  /** the ticked variants */
  chosen: number[];
  /** number.option -> value */
  options: Record<string, string>;
  /** how many are to play */
  players: number;
  /** numbers of players that the variants leave */
  seats: number[];
  /** the rule set, empty if it cannot be played */
  rules: string;
  /** what excludes each other */
  clashes: ClashView[];
  /** what else is wrong */
  problem: Words | null;
  /** what is to be known */
  notes: NoteView[];
  /** number -> the ticked ones that exclude it */
  excluded: Record<string, number[]>;
  /** the rules on a page, as markup; empty until asked for */
  page: string;
  /** the rule set of the board below */
  playing?: string;
}

/** What the sheet of comparing knows from the start. */
interface CompareData {
  /** number -> name */
  titles: Record<string, Words>;
  /** numbers of players */
  seats: number[];
  /** how many games may be played */
  games: number[];
  /** who may play them */
  kinds: string[];
  /** turns after which one is given up */
  limit: number;
}

/** Games that are played for the reader. */
interface RunView {
  /** of the run: what comes late belongs to another */
  number: number;
  /** what the page is to play by itself; null where Python plays */
  job: JobView | null;
  /** played so far */
  done: number;
  /** wanted */
  total: number;
  /** are they all played, or enough? */
  over: boolean;
  /** did the reader stop them? */
  stopped: boolean;
  /** what they say of the right side beside the left one, in sentences */
  said: Words[];
  /** by language: a measure, its figures, the difference */
  figures: Record<string, [string, string[]][]>;
  /** pictures by language, once they are over */
  plots: Record<string, string[]> | null;
}

/** What the sheet of comparing shows: of everything in a list the left one first. */
interface CompareView {
  /** number of the message that this answers */
  n?: number;
  /** version */
  v?: number;
  /** why the message could not be followed */
  error?: Words;
  /** both rule sets */
  rules: string[];
  /** what they are called */
  names: Words[];
  /** of both */
  players: number;
  /** of the dice of both boards */
  seed: number;
  /** what was measured, in sentences, by language */
  claims: (Record<string, string[]> | null)[];
  /** the games */
  run: RunView | null;
}

/** A lesson of the strip. */
interface LessonData {
  /** of its board */
  name: string;
  /** what it is called */
  title: Words;
}

/** What the strip of lessons knows from the start. */
interface CourseData {
  /** in order */
  lessons: LessonData[];
  /** where to go on afterwards */
  chapter: string;
}

/** What the strip of lessons shows. */
interface CourseView {
  /** number of the message that this answers */
  n?: number;
  /** version */
  v?: number;
  /** why the message could not be followed */
  error?: Words;
  /** the lesson shown, from 1 */
  at: number;
}

/** What a question is about. */
interface AboutView {
  /** of the variant, 0 for the base game */
  number: number;
  /** its name */
  title: Words | null;
}

/** An answer to choose. */
interface AnswerView {
  /** what it says */
  label: Words;
  /** where it is on the board */
  cells: string[];
  /** what came of choosing it; empty for one that was not chosen */
  state: "" | "right" | "wrong";
  /** what is said to it then */
  said: Words | null;
}

/** What a quiz shows. */
interface QuizView {
  /** number of the message that this answers */
  n?: number;
  /** version */
  v?: number;
  /** why the message could not be followed */
  error?: Words;
  /** number of the question, from 1 */
  asked: number;
  /** questions answered */
  done: number;
  /** of these with the first answer */
  right: number;
  /** is this one? */
  answered: boolean;
  /** of the question */
  kind: string;
  /** what it is about */
  about: AboutView;
  /** the question */
  text: Words;
  /** what is asked of the players in the position */
  prompt: Words;
  /** the picture of it */
  svg: string;
  /** width and height of its viewBox */
  box: number[];
  /** is it turned upright on a narrow page? */
  turns: boolean;
  /** the position, to be read aloud */
  position: Words;
  /** cells of the answers: x, y, width, height */
  cells: Record<string, number[]>;
  /** the answers */
  options: AnswerView[];
  /** the answer chosen last */
  last: number | null;
}

/** A task of the book. */
interface ClassTask {
  /** as links have it */
  name: string;
  /** its variant or game */
  about: Words;
  /** the question */
  text: Words;
}

/** What class mode knows from the start. */
interface ClassData {
  /** tasks of a class */
  most: number;
  /** to choose from */
  tasks: ClassTask[];
}

/** What class mode shows. */
interface ClassView {
  /** number of the message that this answers */
  n?: number;
  /** version */
  v?: number;
  /** why the message could not be followed */
  error?: Words;
  /** of the tasks that were taken */
  questions: Words[];
  /** the one on the board, from 1; 0 for none */
  at: number;
  /** the link as a QR code: a path of squares; empty until asked for */
  code: string;
  /** of the code, with the quiet zone around it */
  side: number;
  /** the tasks on paper, as markup; empty until asked for */
  page: string;
}

/** What the sheet of making a rule knows from the start. */
interface MakeData {
  /** question -> its answers but for the base game's */
  menus: Record<string, string[]>;
  /** title of a worked example -> its code */
  examples: Record<string, string>;
  /** numbers of players */
  seats: number[];
  /** how many games of each */
  games: number[];
  /** who may play them */
  kinds: string[];
  /** is this the box that runs code, with nothing but what comes of it? */
  runs: boolean;
  /** is the rule one that this Python has declared, with nothing to choose? */
  given: boolean;
}

/** What a rule goes with. */
interface GoesView {
  /** how many of the forty it simply goes together with */
  well: number;
  /** open, not, idle -> a sentence for each such pair */
  listed: Record<string, Words[]>;
}

/** How far the games are, and what they came to. */
interface TriedView {
  /** of the run */
  number: number;
  /** games that were played */
  done: number;
  /** games there are to be */
  total: number;
  /** has everything been played, or enough? */
  over: boolean;
  /** language -> measures, figures, difference */
  figures: Record<string, [string, string[]][]>;
}

/** What the sheet of making a rule shows. */
interface MakeView {
  /** number of the message that this answers */
  n?: number;
  /** version */
  v?: number;
  /** why the message could not be followed */
  error?: Words;
  /** its number; None while there is none */
  rule: number | null;
  /** what it is called */
  title: Words | null;
  /** the code of the rule, if it was chosen from menus */
  code: string;
  /** what was chosen: question -> answer */
  chosen: Record<string, string>;
  /** how many play */
  players: number;
  /** what it is about */
  sentence: Words | null;
  /** what it goes with */
  goes: GoesView | null;
  /** the rules with it, in every language, as HTML */
  sheet: string;
  /** the games that were played */
  run: TriedView | null;
}

/** A place of a document, as files and pages have it. */
interface PlainPlace {
  /** its line, or lines */
  line: number | number[];
  /** its words */
  text: string;
}

/** What of a finding can be played. */
interface PlayedView {
  /** the clause of the book that it is about */
  clause: string;
  /** the chapter that has it on boards */
  chapter: string;
  /** the open question whose readings can be played */
  question: string;
  /** that question */
  asks: Words | null;
}

/** A difference, or an inconsistency of one text. */
interface FindingView {
  /** by which decisions know it */
  id: string;
  /** meaning, synonym, spelling, typography */
  klass: string;
  /** what differs */
  kind: string;
  /** its number, 0 for the base game, null outside */
  variant: number | null;
  /** is it within one text? */
  inner: boolean;
  /** where it is in A */
  a: PlainPlace | null;
  /** where it is in B */
  b: PlainPlace | null;
  /** what it is, in a sentence */
  note: Record<string, string>;
  /** what of it can be played */
  play?: PlayedView;
}

/** A sentence of one text. */
interface SentenceView {
  /** where it stands */
  lines: number[];
  /** its words, each with the place of their finding, or -1 */
  parts: [string, number][];
}

/** Two sentences side by side. */
interface PairView {
  /** the part of the book */
  unit: string;
  /** do they stand in another order? */
  moved: boolean;
  /** of A */
  a: SentenceView | null;
  /** of B */
  b: SentenceView | null;
}

/** What belongs to a variant. */
interface GroupView {
  /** its number; null for what belongs to none */
  variant: number | null;
  /** what the documents call it */
  title: string;
  /** the part of the book */
  unit: string;
  /** its sentences */
  rows: PairView[];
}

/** Two texts side by side. */
interface AlignedView {
  /** by variant */
  groups: GroupView[];
  /** in the order of the texts */
  findings: FindingView[];
  /** side, line, words of what belongs nowhere */
  unplaced: [string, number, string][];
}

/** The two texts on the desk. */
interface TextsView {
  /** by variant */
  groups: GroupView[];
  /** in the order of the texts */
  findings: FindingView[];
  /** side, line, words of what belongs nowhere */
  unplaced: [string, number, string][];
  /** version */
  v?: number;
  /** counts the texts that were on the desk */
  stamp: number;
  /** side -> name of the document */
  names: Record<string, string>;
  /** side -> the language it is in */
  spoken: Record<string, string>;
  /** both, for the browser to keep; empty for the sample */
  kept: string;
}

/** What somebody else decided about a finding, and otherwise. */
interface OtherView {
  /** accept, reject, reclass */
  value: string;
  /** why */
  reason: string;
  /** the class it was given */
  klass: string | null;
}

/** What was decided about a finding. */
interface DecisionView {
  /** accept, reject, reclass */
  value: string;
  /** why */
  reason: string;
  /** the class it was given */
  klass: string | null;
  /** what somebody else decided otherwise */
  other?: OtherView;
}

/** A decision about words that are no longer there. */
interface ExpiredView {
  /** accept, reject, reclass */
  value: string;
  /** why */
  reason: string;
  /** the words it was about */
  finding: string;
}

/** How the desk stands. */
interface DeskView {
  /** number of the message that this answers */
  n: number;
  /** version */
  v?: number;
  /** has the work only begun? */
  busy?: boolean;
  /** of the texts that this belongs to */
  stamp: number;
  /** is the sample on the desk? */
  sample: boolean;
  /** a, b, mine -> name of the document */
  names: Record<string, string>;
  /** class -> findings */
  counts: Record<string, number>;
  /** finding -> decision */
  decided: Record<string, DecisionView>;
  /** decisions about findings of other texts, some of them */
  expired: ExpiredView[];
  /** how many there are */
  elsewhere: number;
  /** how many of them say the same of a finding of these texts */
  fits: number;
  /** of the translators, on the whole */
  notes: string;
  /** words that were agreed on, a line each */
  glossary: string;
  /** of the translation */
  language: string;
  /** the side that it is checked against */
  against: string;
  /** how much is told about it: sure, balanced, more */
  tell: string;
  /** can one be taken back? */
  undo: boolean;
  /** the decisions, for the browser to keep; empty where a file has them */
  kept: string;
  /** name of that file */
  file: string;
  /** why the message could not be followed */
  error: Words | null;
  /** what it did */
  news: Words | null;
}

/** A question that the rules leave open. */
interface QuestionData {
  /** such as 12-a */
  id: string;
  /** the question itself */
  asks: Words | null;
  /** can both readings be played? */
  plays: boolean;
}

/** The questions of a variant. */
interface QuestionsData {
  /** the variant */
  number: number;
  /** its name */
  title: Words;
  /** in order */
  questions: QuestionData[];
}

/** A reading. */
interface ReadingView {
  /** the rule set that plays it */
  rules: string;
  /** what the book says of it */
  says: Words | null;
}

/** A move that one reading alone allows. */
interface OnlyMoveView {
  /** as records have it */
  move: string;
  /** why the other refuses it */
  why: Words | null;
}

/** How a series stands under a reading. */
interface StandingView {
  /** games played */
  games: number;
  /** player -> points */
  scores: Record<string, number>;
  /** is it over? */
  over: boolean;
}

/** What one reading does where the other does not. */
interface DiffersView {
  /** some of the moves that it alone allows, or allows after the move */
  only: OnlyMoveView[];
  /** how many there are */
  many: number;
  /** what the move does here */
  told: Words | null;
  /** what is asked after it, where both are told alike */
  then: Words | null;
  /** of a series */
  standing: StandingView | null;
}

/** Where two readings part. */
interface PartingView {
  /** in what */
  kind: "moves" | "consequence" | "score";
  /** of the random game */
  seed: number;
  /** how far into it */
  ply: number;
  /** to be played to see it; empty for none */
  move: string;
  /** of each reading */
  sides: DiffersView[];
}

/** What games under a reading came to, so far. */
interface CountedView {
  /** of a game in turns, of a series in games */
  length: [number, number | null, number | null];
  /** player -> share of the games */
  wins: Record<string, [number, number | null, number | null]>;
  /** share of games that nobody wins */
  nobody: [number, number | null, number | null];
}

/** Games under both readings, while they are played and afterwards. */
interface CountingView {
  /** what is counted */
  unit: "game" | "series";
  /** under each */
  played: number;
  /** under each */
  wanted: number;
  /** is nothing left to play? */
  done: boolean;
  /** of each reading */
  sides: CountedView[];
  /** of the lengths, once it is known */
  difference: [number, number | null, number | null] | null;
}

/** What the panel shows. */
interface ReadingsView {
  /** number of the message that this answers */
  n: number;
  /** version */
  v?: number;
  /** has the work only begun? */
  busy?: boolean;
  /** that is shown */
  question: string;
  /** what the book says of it */
  words: Words | null;
  /** both; none where the text alone answers */
  readings: ReadingView[];
  /** where they part; null if no game tells them apart */
  parting: PartingView | null;
  /** has the move that tells been played? */
  played: boolean;
  /** the games that are counted */
  run: CountingView | null;
  /** why the message could not be followed */
  error: Words | null;
}
