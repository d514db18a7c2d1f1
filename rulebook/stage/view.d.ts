// Written by docs/make_types.py from rulebook/boards/fields.py.

/** What is said in every language: language -> text. */
type Words = Record<string, string>;

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

/** A move that a good player thinks of. */
interface AdviceView {
  /** the move */
  text: string;
  /** what a button for it says */
  label: Words;
  /** of winning, in hundredths; null for one he did not look at */
  chance: number | null;
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
  /** how it stands */
  state: "open" | "right" | "wrong";
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

/** All a board shows; what is said is there in every language. */
interface View {
  /** number of the message that this answers */
  n: number;
  /** version: the frame numbers every value that a page gets */
  v?: number;
  /** of the board in its page */
  name: string;
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
  /** have the players the colours of their letters? */
  coloured: boolean;
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
  /** what a good player thinks of, the best first */
  advice: AdviceView[] | null;
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
}
