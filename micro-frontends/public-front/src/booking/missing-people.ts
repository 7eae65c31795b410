import type { BasketSeat } from './basket-lines';

/** Formulas that have fewer people than they need, with the number that they need. */
export function missingPeople(
  chosen: readonly Pick<BasketSeat, 'formula'>[],
): { formula: string; least: number }[] {
  const counts = new Map<NonNullable<BasketSeat['formula']>, number>();
  for (const { formula } of chosen) if (formula) counts.set(formula, (counts.get(formula) ?? 0) + 1);
  return [...counts].flatMap(([{ name, minimumNumberOfPeople }, count]) =>
    minimumNumberOfPeople !== null && count < minimumNumberOfPeople
      ? [{ formula: name, least: minimumNumberOfPeople }]
      : [],
  );
}
