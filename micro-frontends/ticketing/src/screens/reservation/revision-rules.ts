/** Which of the places the customer wants to have still. */
export interface PlaceChoice {
  /** Places that were given up. */
  out: readonly string[];
  /** Places that were chosen, the last one first: they stay before others where fewer people come. */
  first: readonly string[];
}

export const NO_CHOICE: PlaceChoice = { out: [], first: [] };

/** A place is chosen, or given up. */
export function afterChoice({ out, first }: PlaceChoice, id: string, stays: boolean): PlaceChoice {
  const [otherOut, otherFirst] = [out, first].map((ids) => ids.filter((each) => each !== id)) as [
    string[],
    string[],
  ];
  return stays
    ? { out: otherOut, first: [id, ...otherFirst] }
    : { out: [...otherOut, id], first: otherFirst };
}

/** The places that stay when a reservation gets `people` places: those that were not given up, the chosen ones first. */
export function itemsThatStay<I extends { id: string }>(
  items: readonly I[],
  { out, first }: PlaceChoice,
  people: number,
): I[] {
  const rank = ({ id }: I): number => (first.includes(id) ? first.indexOf(id) : first.length);
  const staying = items
    .filter(({ id }) => !out.includes(id))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, people);
  return items.filter((item) => staying.includes(item));
}
