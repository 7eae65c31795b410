/** A code in the address and in the API; its texts are `statements.<kind>` and `statements.<kind>.why`. */
export const STATEMENTS = [
  'TICKETING_SLIP',
  'CNM',
  'SACEM',
  'SIBIL',
  'ACCOUNTING',
  'TILL',
  'CLASSIC',
] as const;
export type StatementKind = (typeof STATEMENTS)[number];

export type StatementValue = string | number | null;

export interface StatementColumn {
  name: string;
  header: string;
  /** `money`: decimal text; `date`: `YYYY-MM-DD`; `datetime`: an instant. */
  kind: 'text' | 'word' | 'date' | 'datetime' | 'time' | 'money' | 'int' | 'percent';
}

export interface StatementPreview {
  columns: StatementColumn[];
  rows: StatementValue[][];
  totals: StatementValue[] | null;
  /** True if the file has more rows. */
  isCut: boolean;
  /** Rooms that are declared with their address, and have none. */
  roomsWithoutAddress: { id: string; name: string }[];
}
