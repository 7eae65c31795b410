import type { FormulaBySeat, Formula } from '../checkout/pricing.domain';
import type { OptionChoice, OfferedOption } from '../options/option-choice.domain';

interface Staying {
  seatId: string;
  categoryId: string;
  formulaId: string;
}

/**
 * The formula of each seat of a revised reservation: the one that was chosen, else for a place that stays the one that it has,
 * where it is still sold.
 */
export function formulasOfRevision(
  staying: readonly Staying[],
  formulas: readonly Pick<Formula, 'id' | 'categoryId'>[],
  chosen: FormulaBySeat,
): FormulaBySeat {
  const former = staying.flatMap(({ seatId, categoryId, formulaId }) =>
    formulas.some(({ id, categoryId: of }) => id === formulaId && of === categoryId)
      ? [[seatId, formulaId] as const]
      : [],
  );
  return { ...Object.fromEntries(former), ...chosen };
}

interface SoldChoice {
  formulaId: string;
  optionId: string;
  quantity: number;
  detail: string | null;
}

/**
 * The options of a revised reservation: those that it has, where its formulas still offer them, and the mandatory ones that
 * ask nothing.
 */
export function optionsOfRevision(
  sold: readonly SoldChoice[],
  formulas: readonly { id: string }[],
  offered: ReadonlyMap<string, readonly OfferedOption[]>,
): OptionChoice[] {
  return formulas.flatMap(({ id: formulaId }) =>
    (offered.get(formulaId) ?? []).flatMap((option) => {
      const former = sold.find((each) => each.formulaId === formulaId && each.optionId === option.id);
      const asksNothing = !option.numberEntry && !option.detailEntry;
      if (!former && !(option.mandatory && asksNothing)) return [];
      return [
        {
          formulaId,
          optionId: option.id,
          number: option.numberEntry ? (former?.quantity ?? null) : null,
          detail: former?.detail ?? '',
        },
      ];
    }),
  );
}
