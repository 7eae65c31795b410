import {
  formatMoney,
  formatNumber,
  formatPercent,
  Input,
  type Language,
  useLanguage,
} from '@coulisse/ui-kit';
import { isEmpty, typedNumber } from '../data/values';
import { asText, type EditProps, type FieldKindView, type ShowProps } from './kind';

type Write = (value: string, language: Language) => string;

/** '1234.5' is shown in a French input as '1234,5'; what is being typed is left alone. */
const shownWhileTyping = (value: unknown, language: Language): string =>
  language === 'fr' ? asText(value).replace('.', ',') : asText(value);

const written = (value: unknown, language: Language, write: Write): string => {
  if (isEmpty(value)) return '';
  const number = typedNumber(asText(value));
  return /^[+-]?\d+(\.\d+)?$/.test(number) ? write(number, language) : number;
};

const numeric = (write: Write, unit?: string): FieldKindView => ({
  Show: ({ value }: ShowProps) => <span className="r-number">{written(value, useLanguage(), write)}</span>,
  Edit: ({ value, onChange, control, disabled }: EditProps) => (
    <Input
      {...control}
      className="c-num"
      inputMode="decimal"
      unit={unit}
      value={shownWhileTyping(value, useLanguage())}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    />
  ),
  text: (value, _field, language) => written(value, language, write),
  numeric: true,
  filters: ['gte', 'lte', 'eq'],
});

export const intField = numeric((value, language) => formatNumber(value, language));
export const decimalField = numeric((value, language) => formatNumber(value, language));
export const moneyField = numeric((value, language) => formatMoney(value, language), '€');
export const percentField = numeric((value, language) => formatPercent(value, language), '%');
