/** The places that stay when a reservation gets `people` places: those that were not given up, the first ones where fewer come. */
export const itemsThatStay = <I extends { id: string }>(
  items: readonly I[],
  left: readonly string[],
  people: number,
): I[] => items.filter(({ id }) => !left.includes(id)).slice(0, people);
