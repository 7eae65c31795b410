import { useTranslation } from 'react-i18next';
import { Check } from '@coulisse/ui-kit';
import type { Named, PlanSummary } from '../../api-types';

export interface FormulaOnSale extends Named {
  category: { id: string } | null;
}
type PlanCategories = Pick<PlanSummary, 'categoryIds'>;

const hasSeats = ({ category }: FormulaOnSale, plan: PlanCategories | undefined): boolean =>
  !plan || !category || plan.categoryIds.includes(category.id);

/** Formulas for which the plan has seats. */
export const soldIn = (formulas: readonly FormulaOnSale[], plan: PlanCategories | undefined): string[] =>
  formulas.filter((formula) => hasSeats(formula, plan)).map(({ id }) => id);

interface FormulaChoiceProps {
  id: string;
  formulas: readonly FormulaOnSale[];
  plan: PlanCategories | undefined;
  chosen: readonly string[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
}

/** The formulas that a performance sells; one for which its plan has no seat says so. */
export const FormulaChoice = ({ id, formulas, plan, chosen, error, onChange }: FormulaChoiceProps) => {
  const { t } = useTranslation('ticketing');
  return (
    <fieldset className="t-checks" id={id} tabIndex={-1}>
      <legend>{t('performance.formulas')}</legend>
      {formulas.map((formula) => (
        <Check
          key={formula.id}
          label={
            hasSeats(formula, plan) ? (
              formula.name
            ) : (
              <>
                {formula.name} <span className="c-faint">· {t('performance.formulas.no-seat')}</span>
              </>
            )
          }
          checked={chosen.includes(formula.id)}
          onChange={(event) =>
            onChange(
              event.target.checked ? [...chosen, formula.id] : chosen.filter((other) => other !== formula.id),
            )
          }
        />
      ))}
      {error && <span className="c-error">{error}</span>}
    </fieldset>
  );
};
