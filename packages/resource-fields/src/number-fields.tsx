import { useState } from 'react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import {
  formatMoney,
  formatNumber,
  formatPercent,
  Input,
  type Language,
  useLanguage,
} from '@coulisse/ui-kit';
import { isEmpty, parseNumber } from '@coulisse/resource-client';
import { asText, type EditProps, type FieldKindView, type ShowProps } from './kind';

type Write = (value: string, language: Language) => string;

const isNumber = (value: string): boolean => /^-?\d+(\.\d+)?$/.test(value);

const written = (value: unknown, language: Language, write: Write): string => {
  if (isEmpty(value)) return '';
  const number = parseNumber(asText(value), language);
  return isNumber(number) ? write(number, language) : number;
};

/** Text in the input: with thousands separators, without unit; an amount keeps its two decimals. */
const inControl = (value: unknown, field: FieldDescriptor, language: Language): string => {
  const number = asText(value);
  if (!isNumber(number)) return number;
  const typed = number.split('.')[1]?.length ?? 0;
  return formatNumber(number, language, field.type === 'money' ? Math.max(2, typed) : typed);
};

const numeric = (write: Write, unit?: string): FieldKindView => ({
  Show: ({ value }: ShowProps) => <span className="r-number">{written(value, useLanguage(), write)}</span>,
  Edit: (props: EditProps) => <NumberInput {...props} unit={unit} />,
  text: (value, _field, language) => written(value, language, write),
  check: (value, left) =>
    left && !isEmpty(value) && !isNumber(parseNumber(asText(value), 'fr')) ? 'field.wrong.number' : null,
  numeric: true,
  filters: ['gte', 'lte', 'eq'],
});

/** Number input in the user's locale; the text is reformatted on blur only. */
const NumberInput = ({ field, value, onChange, control, disabled, unit }: EditProps & { unit?: string }) => {
  const language = useLanguage();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      {...control}
      className="c-num"
      inputMode={field.type === 'int' ? 'numeric' : 'decimal'}
      autoComplete="off"
      unit={unit}
      placeholder={isEmpty(field.fallback) ? undefined : inControl(field.fallback, field, language)}
      value={typed ?? inControl(value, field, language)}
      disabled={disabled}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(parseNumber(event.target.value, language));
      }}
      onBlur={() => setTyped(null)}
    />
  );
};

export const intField = numeric((value, language) => formatNumber(value, language));
export const decimalField = numeric((value, language) => formatNumber(value, language));
export const moneyField = numeric((value, language) => formatMoney(value, language), '€');
export const percentField = numeric((value, language) => formatPercent(value, language), '%');
