/** A row of a document with its groups. */
interface Grouped {
  readonly id: string;
  readonly group: string | null;
}
type Copy<Row> = Omit<Row, 'id'>;

/**
 * Lines and groups for a new document. They get ids of their own, so a line names its group by its place. Groups without
 * lines are left out.
 */
export function copiedLines<L extends Grouped, G extends { readonly id: string }>(
  items: readonly L[],
  groups: readonly G[],
): { items: Copy<L>[]; groups: Copy<G>[] } {
  const used = groups.filter(({ id }) => items.some(({ group }) => group === id));
  const placeOf = new Map(used.map(({ id }, index) => [id, `/groups/${index}`]));
  return {
    groups: used.map(({ id: _id, ...group }) => group),
    items: items.map(({ id: _id, ...line }) => ({
      ...line,
      group: line.group === null ? null : (placeOf.get(line.group) ?? null),
    })),
  };
}
