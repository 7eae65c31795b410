/** Where a row goes: the order that follows, and the row that it will stand before (null: the last of these). */
export interface RowMove {
  ids: string[];
  before: string | null;
}

/** The row at `id` taken to the place of `over`; null when that changes nothing. */
export const rowMoved = (ids: readonly string[], id: string, over: string): RowMove | null => {
  const [from, to] = [ids.indexOf(id), ids.indexOf(over)];
  if (from < 0 || to < 0 || from === to) return null;
  const others = ids.filter((other) => other !== id);
  const next = [...others.slice(0, to), id, ...others.slice(to)];
  return { ids: next, before: next[to + 1] ?? null };
};
