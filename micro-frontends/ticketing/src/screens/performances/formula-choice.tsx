import type { ReactNode } from 'react';
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

/** The formulas that a performance sells; those for which its plan has no seat are folded below the others. */
export const FormulaChoice = ({ id, formulas, plan, chosen, error, onChange }: FormulaChoiceProps) => {
  const { t } = useTranslation('ticketing');
  const usable = formulas.filter((formula) => hasSeats(formula, plan));
  const others = formulas.filter((formula) => !hasSeats(formula, plan));
  const box = (formula: FormulaOnSale, label: ReactNode) => (
    <Check
      key={formula.id}
      label={label}
      checked={chosen.includes(formula.id)}
      onChange={(event) =>
        onChange(
          event.target.checked ? [...chosen, formula.id] : chosen.filter((other) => other !== formula.id),
        )
      }
    />
  );
  return (
    <fieldset className="t-checks" id={id} tabIndex={-1}>
      <legend>
        {t('performance.formulas')}
        <span className="c-required" aria-hidden>
          {' *'}
        </span>
      </legend>
      {usable.map((formula) => box(formula, formula.name))}
      {others.length > 0 && (
        // What is chosen is never out of sight.
        <details open={usable.length === 0 || others.some((other) => chosen.includes(other.id)) || undefined}>
          <summary>{t('performance.formulas.others', { count: others.length })}</summary>
          <div className="t-checks">
            {others.map((formula) =>
              box(
                formula,
                <>
                  {formula.name} <span className="c-faint">· {t('performance.formulas.no-seat')}</span>
                </>,
              ),
            )}
          </div>
        </details>
      )}
      {error && <span className="c-error">{error}</span>}
    </fieldset>
  );
};
