export type Numbering = 'LEFT_TO_RIGHT' | 'RIGHT_TO_LEFT' | 'ODD_EVEN';

/** What a user draws: a rectangle of rows, curved and rotated. Seats are generated from it, never placed by hand. */
export interface PlanBlock {
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
  /** Labels ('A-1') of the accessible seats (wheelchairs). */
  accessible: string[];
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
  isBlocked: boolean;
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
}
