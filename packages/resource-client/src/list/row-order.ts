/** A move of a row: the resulting order, and the row that follows it (null: it is the last one). */
export interface RowMove {
  ids: string[];
  before: string | null;
}

/** Moves the row `id` to the position of `over`; null when that changes nothing. */
export const rowMoved = (ids: readonly string[], id: string, over: string): RowMove | null => {
  const [from, to] = [ids.indexOf(id), ids.indexOf(over)];
  if (from < 0 || to < 0 || from === to) return null;
  const others = ids.filter((other) => other !== id);
  const next = [...others.slice(0, to), id, ...others.slice(to)];
  return { ids: next, before: next[to + 1] ?? null };
};
