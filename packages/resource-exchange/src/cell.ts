/** The value of a spreadsheet cell, independent of the file format. */
export type Cell =
  | { readonly kind: 'text'; readonly text: string }
  /** A decimal number in canonical form; it never passes through a binary float. */
  | { readonly kind: 'number'; readonly value: string }
  | { readonly kind: 'bool'; readonly value: boolean }
  /** `YYYY-MM-DD`. */
  | { readonly kind: 'date'; readonly day: string }
  /** An instant, ISO 8601 in UTC, written as the local time of a zone. */
  | { readonly kind: 'datetime'; readonly instant: string; readonly zone: string }
  /** `HH:MM`. */
  | { readonly kind: 'time'; readonly time: string }
  | { readonly kind: 'duration'; readonly minutes: number }
  | null;

/**
 * A cell as read from a file: text, or the typed value of a spreadsheet. A moment is local time without a zone:
 * `2026-12-31T20:30:00.000`; a time of day or a duration is counted from the spreadsheet's day zero.
 */
export type RawCell = string | number | boolean | { readonly moment: string } | null;

export const isBlank = (cell: RawCell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
