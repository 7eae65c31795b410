import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { type Language, Select, useLanguage } from '@coulisse/ui-kit';
import { asText, type FieldKindView } from './kind';

export const enumText = (value: unknown, field: FieldDescriptor, language: Language): string =>
  field.enumLabels?.[asText(value)]?.[language] ?? asText(value);

export const enumOptions = (field: FieldDescriptor, language: Language) =>
  (field.enum ?? []).map((value) => ({ value, label: enumText(value, field, language) }));

export const enumerationField: FieldKindView = {
  Show: ({ field, value }) => <>{enumText(value, field, useLanguage())}</>,
  Edit: ({ field, value, onChange, control, disabled }) => (
    <Select
      {...control}
      options={enumOptions(field, useLanguage())}
      empty={field.required && value ? undefined : ''}
      value={asText(value)}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value || null)}
    />
  ),
  text: (value, field, language) =>
    asText(value)
      .split(',')
      .map((code) => enumText(code, field, language))
      .join(', '),
  filters: ['in', 'ne', 'empty'],
};
