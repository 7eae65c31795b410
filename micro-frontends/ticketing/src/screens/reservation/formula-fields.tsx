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

/** The formula of new seats: to choose, or in words where their category has one only. */
export const FormulaFields = ({ choices, chosen, title, empty, onChoose }: FormulaFieldsProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  if (choices.length === 0) return null;
  return (
    <fieldset className="t-exchange-formulas">
      <legend>{title}</legend>
      {choices.map((choice) => {
        const [only, ...others] = choice.formulas.map(({ id, name, priceMinor }) => ({
          value: id,
          label: `${name} · ${formatMoney(priceMinor, language)}`,
        }));
        if (others.length === 0)
          return (
            <p key={choice.key} className="c-soft" data-testid="exchange-only-formula">
              {t('change.formulas.only', { category: choice.name, formula: only?.label })}
            </p>
          );
        return (
          <Field key={choice.key} label={choice.name}>
            {(control) => (
              <Select
                {...control}
                value={chosen[choice.seats[0] ?? ''] ?? ''}
                empty={empty}
                options={only ? [only, ...others] : others}
                data-testid="exchange-formula"
                onChange={({ target }) => onChoose(choice.key, target.value)}
              />
            )}
          </Field>
        );
      })}
    </fieldset>
  );
};
