/** ODD_EVEN counts from the middle of a row; ODD and EVEN leave out every other number from the left. */
export type Numbering = 'LEFT_TO_RIGHT' | 'RIGHT_TO_LEFT' | 'ODD_EVEN' | 'ODD' | 'EVEN';

/**
 * What single seats have apart from the block or table that they belong to. Seats of a block are named by their label
 * ('A-12'), chairs of a table by their number ('4'), so that a table may get another label.
 */
export interface SeatMarks {
  /** Accessible seats (wheelchairs). */
  accessible: string[];
  /** Seats of those who come with a person in a wheelchair. */
  companions?: string[];
  /** Seats that are not sold. */
  blocked?: string[];
  /** Seats with another category than the rest. */
  painted?: Record<string, string>;
}

/** What a user draws: a rectangle of rows, curved and rotated. Seats are generated from it, never placed by hand. */
export interface PlanBlock extends SeatMarks {
  id: string;
  name: string;
  categoryId: string;
  /** 1 to 60. */
  rows: number;
  /** 1 to 80. */
  seatsPerRow: number;
  /** Letters of the first row, 'A' when the block is nearest to the stage. */
  firstRow: string;
  firstSeat: number;
  /** Centre of the first seat of the first row, before the rotation. */
  x: number;
  y: number;
  rowSpacing: number;
  seatSpacing: number;
  /** Sagitta in plan units: how far the ends of a row move towards the stage. 0 is a straight row. */
  curve: number;
  /** Degrees, clockwise, around the centre of the block. */
  rotation: number;
  numbering: Numbering;
  /** An aisle after the n-th seat counted from the left, for instance [8, 16]. */
  aisleAfter: number[];
  /** No row has a name with one of these letters, for instance 'IO'. */
  skipLetters?: string;
  /** Radius of the first row, around a point in front of it. Without it (or 0) rows are straight or follow `curve`. */
  radius?: number;
  /** So many seats more in each row than in the one before. */
  growth?: number;
}

export type TableForm = 'ROUND' | 'RECTANGLE';

/** The top of a table, as it is drawn. */
export interface TableTop {
  id: string;
  label: string;
  form: TableForm;
  /** Centre. */
  x: number;
  y: number;
  /** The diameter of a round table. */
  width: number;
  depth: number;
  /** Degrees, clockwise. */
  rotation: number;
}

/** A table; its chairs are generated around it, clockwise from the top left. */
export interface PlanTable extends TableTop, SeatMarks {
  categoryId: string;
  /** 1 to 40. */
  chairs: number;
  /** Chairs at each of the two short ends of a rectangle. */
  ends: number;
  firstSeat: number;
  numbering: Numbering;
}

/** A wall, a bar, a stage edge: a line through points, drawn under the seats. */
export interface PlanOutline {
  id: string;
  points: { x: number; y: number }[];
  isClosed: boolean;
}

export interface PlanText {
  id: string;
  text: string;
  /** Its middle. */
  x: number;
  y: number;
  /** Height of the letters, in plan units. */
  size: number;
  rotation: number;
}

/** What is drawn of a plan apart from its seats. */
export interface PlanScene {
  tables: TableTop[];
  outlines: PlanOutline[];
  texts: PlanText[];
}

export interface Shape {
  id: string;
  type: 'SEAT' | 'TABLE';
  row: string;
  number: string;
  /** Language-independent: 'A-12'. `seatName` gives the localised name. */
  label: string;
  categoryId: string;
  x: number;
  y: number;
  rotation: number;
  isPmr: boolean;
  /** For who comes with a person in a wheelchair. */
  isCompanion: boolean;
  isBlocked: boolean;
  /** The table at which the seat stands; null in a row. Its label is the `row` of the seat. */
  tableId: string | null;
  /** Adjacent seats share a group: an aisle or another row starts a new one. */
  groupIndex: number;
  /** The order in which a person walks the plan: row by row, from the left. */
  pathOrder: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Language = 'fr' | 'en';

/** The minimal seat for names and neighbours; both shapes and the seats of a sale satisfy it. */
export interface PlacedSeat {
  id: string;
  row: string;
  number: string;
  categoryId: string;
  x: number;
  y: number;
  /** The table at which the seat stands, if it does not stand in a row. */
  tableId?: string | null;
}
