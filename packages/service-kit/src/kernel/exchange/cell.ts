/** What a cell of a spreadsheet says, before a format spells it. */
export type Cell =
  | { readonly kind: 'text'; readonly text: string }
  /** A decimal number in its one spelling; it never passes through a binary float. */
  | { readonly kind: 'number'; readonly value: string }
  | { readonly kind: 'bool'; readonly value: boolean }
  /** `YYYY-MM-DD`. */
  | { readonly kind: 'date'; readonly day: string }
  /** An instant, ISO 8601 in UTC. */
  | { readonly kind: 'datetime'; readonly instant: string }
  /** `HH:MM`. */
  | { readonly kind: 'time'; readonly time: string }
  | { readonly kind: 'duration'; readonly minutes: number }
  | null;

/**
 * A cell as a file gives it: text, or what a spreadsheet knows more of. A moment is on the wall clock, without a zone:
 * `2026-12-31T20:30:00.000`; a time of day or a duration is counted from the spreadsheet's day zero.
 */
export type RawCell = string | number | boolean | { readonly moment: string } | null;

export const isBlank = (cell: RawCell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
