import { peopleOf } from '../drivers/driver-places.domain';

/** A formula that fewer people have than it is sold to. */
export interface FormulaBelowLeast {
  formula: string;
  /** How many are left. */
  people: number;
  /** The least number that it is sold to. */
  least: number;
}

interface PlaceOfFormula {
  formulaId: string;
  formulaName: string;
  isDriver: boolean;
  leastPeople: number | null;
}

/** Formulas of cancelled places that fewer people are left in than they are sold to; drivers do not count. */
export function formulasBelowLeast(
  removed: readonly PlaceOfFormula[],
  staying: readonly PlaceOfFormula[],
): FormulaBelowLeast[] {
  const changed = new Set(peopleOf(removed).map(({ formulaId }) => formulaId));
  const counts = new Map<string, FormulaBelowLeast>();
  for (const { formulaId, formulaName, leastPeople } of peopleOf(staying)) {
    if (!changed.has(formulaId)) continue;
    const before = counts.get(formulaId);
    counts.set(formulaId, {
      ...{ formula: formulaName, least: leastPeople ?? 1 },
      people: (before?.people ?? 0) + 1,
    });
  }
  return [...counts.values()].filter(({ people, least }) => people < least);
}
