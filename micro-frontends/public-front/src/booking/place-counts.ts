import type { CartLine, Formula, Plan } from '../api/types';
import { MAX_SEATS } from './use-picker';

/** Number of places by formula; formulas without any are absent. */
export type Counts = ReadonlyMap<string, number>;

export const countOf = (counts: Counts): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/** The places of a cart. */
export function countsOf(lines: readonly Pick<CartLine, 'formulaId'>[]): Counts {
  const counts = new Map<string, number>();
  for (const { formulaId } of lines) if (formulaId) counts.set(formulaId, (counts.get(formulaId) ?? 0) + 1);
  return counts;
}

/** Places that this visitor may have, by category: free ones, and those that they hold. */
export function placesLeft(plan: Pick<Plan, 'seats'>, mine: ReadonlySet<string>): Map<string, number> {
  const left = new Map<string, number>();
  for (const { id, state, categoryId } of plan.seats)
    if (state === 'FREE' || state === 'MINE' || mine.has(id))
      left.set(categoryId, (left.get(categoryId) ?? 0) + 1);
  return left;
}

export interface CountRules {
  formulas: readonly Formula[];
  left: ReadonlyMap<string, number>;
  /** Whether one order may have several formulas. */
  isMultiFormule: boolean;
}

const leastOf = ({ minimumNumberOfPeople }: Formula): number => minimumNumberOfPeople ?? 1;

/** The most places of a formula beside those of the others; 0 where its minimum does not fit any more. */
export function largestCount(counts: Counts, formula: Formula, rules: CountRules): number {
  const others = rules.isMultiFormule ? [...counts].filter(([id]) => id !== formula.id) : [];
  const beside = countOf(new Map(others));
  const ofCategory = new Set(
    rules.formulas.filter(({ categoryId }) => categoryId === formula.categoryId).map(({ id }) => id),
  );
  const besideInCategory = countOf(new Map(others.filter(([id]) => ofCategory.has(id))));
  const largest = Math.min(MAX_SEATS - beside, (rules.left.get(formula.categoryId) ?? 0) - besideInCategory);
  return largest < leastOf(formula) ? 0 : largest;
}

/** The places after a press: from none to the least number of a formula, and back. */
export function afterStep(
  counts: Counts,
  formula: Formula,
  next: number,
  { isMultiFormule }: Pick<CountRules, 'isMultiFormule'>,
): Counts {
  const before = counts.get(formula.id) ?? 0;
  const least = leastOf(formula);
  const count = next > before ? Math.max(next, least) : next < least ? 0 : next;
  const changed = new Map(isMultiFormule ? counts : []);
  changed.delete(formula.id);
  if (count > 0) changed.set(formula.id, count);
  return changed;
}
