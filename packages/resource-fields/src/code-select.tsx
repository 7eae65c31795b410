import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { type Language, Select, useLanguage } from '@coulisse/ui-kit';
import { asText, type EditProps, type FieldKindView } from './kind';
import { codeName, codeOptions } from './named-codes';

interface CodeKind {
  kind: 'region' | 'language' | 'currency';
  near: readonly string[];
  rest: readonly string[];
  /** Text of a value; default: its name. */
  write?: (code: string, name: string) => string;
}

/** A code of an international list, shown and chosen by its name. */
export const codeField = ({ kind, near, rest, write = (_code, name) => name }: CodeKind): FieldKindView => {
  const name = (value: unknown, language: Language): string => {
    const code = asText(value);
    return code ? write(code, codeName(kind, code, language)) : '';
  };
  const Edit = ({ field, value, onChange, control, disabled }: EditProps) => {
    const language = useLanguage();
    const options = codeOptions(kind, near, rest, language).map((option) => ({
      ...option,
      label: write(option.value, option.label),
    }));
    const code = asText(value);
    const shown =
      options.some((option) => option.value === code) || !code
        ? options
        : [...options, { value: code, label: code }];
    return (
      <Select
        {...control}
        options={shown}
        empty={field.required && code ? undefined : ''}
        value={code}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value || null)}
      />
    );
  };
  return {
    Show: ({ value }) => <>{name(value, useLanguage())}</>,
    Edit,
    text: (value: unknown, _field: FieldDescriptor, language: Language) => name(value, language),
    filters: ['eq', 'empty'],
  };
};
