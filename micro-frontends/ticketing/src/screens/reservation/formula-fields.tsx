import { useTranslation } from 'react-i18next';
import { Field, formatMoney, Select, toLanguage } from '@coulisse/ui-kit';
import type { FormulaChoice } from './exchange-formulas';

interface FormulaFieldsProps {
  choices: readonly FormulaChoice[];
  /** Chosen formulas by seat. */
  chosen: Readonly<Record<string, string>>;
  title: string;
  /** What a seat without a choice gets. */
  empty: string;
  onChoose: (key: string, formula: string) => void;
}

/** The formula of new seats, where there is one to choose. */
export const FormulaFields = ({ choices, chosen, title, empty, onChoose }: FormulaFieldsProps) => {
  const { i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  if (choices.length === 0) return null;
  return (
    <fieldset className="t-exchange-formulas">
      <legend>{title}</legend>
      {choices.map((choice) => (
        <Field key={choice.key} label={choice.name}>
          {(control) => (
            <Select
              {...control}
              value={chosen[choice.seats[0] ?? ''] ?? ''}
              empty={empty}
              options={choice.formulas.map((formula) => ({
                value: formula.id,
                label: `${formula.name} · ${formatMoney(formula.priceMinor, language)}`,
              }))}
              data-testid="exchange-formula"
              onChange={({ target }) => onChoose(choice.key, target.value)}
            />
          )}
        </Field>
      ))}
    </fieldset>
  );
};
