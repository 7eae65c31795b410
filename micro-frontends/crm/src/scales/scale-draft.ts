import type { Band } from '../api-types';

/** A label of a scale while it is edited, by its start; without a start it is not part of the scale. */
export interface Row {
  id: string;
  name: string;
  /** Decimal string. */
  from: string | null;
}

/** Decimals of any length, as text. */
const compare = (left: string, right: string) => Number(left) - Number(right);

export const rowsOf = (bands: readonly Band[]): Row[] =>
  bands.map(({ id, name, min }) => ({ id, name, from: min }));
/** Where the scale ends; null when it does not. */
export const endOf = (bands: readonly Band[]): string | null => {
  const placed = bands.filter(({ min }) => min !== null);
  return placed.sort((a, b) => compare(a.min ?? '0', b.min ?? '0')).at(-1)?.max ?? null;
};

/** From the lowest to the highest, then those outside the scale. */
export const inOrder = (rows: readonly Row[]): Row[] => [
  ...rows.filter((row) => row.from !== null).sort((a, b) => compare(a.from ?? '0', b.from ?? '0')),
  ...rows.filter((row) => row.from === null),
];

/** Each band ends where the next one begins, so bands cannot overlap or leave a gap. */
export const bandsOf = (rows: readonly Row[], end: string | null): Band[] => {
  const ordered = inOrder(rows);
  return ordered.map(({ id, name, from }, index) => ({
    id,
    name,
    min: from,
    max: from === null ? null : (ordered[index + 1]?.from ?? end),
  }));
};

/** Ids of the rows with the same start as another one, or with a start at or beyond the end. */
export const clashes = (rows: readonly Row[], end: string | null): Set<string> =>
  new Set(
    rows
      .filter(
        ({ id, from }) =>
          from !== null &&
          (rows.some((other) => other.id !== id && other.from !== null && compare(other.from, from) === 0) ||
            (end !== null && compare(from, end) >= 0)),
      )
      .map(({ id }) => id),
  );
