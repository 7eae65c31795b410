import { offeredRows } from '@coulisse/resource/row-choice';
import type { FieldDescriptor, ResourceRow } from '@coulisse/mfe-kit';
import type { Language } from '@coulisse/ui-kit';
import { innerKindOf } from '../inner-kinds';

/** A row as its text and its amount: `Captation vidéo · 450,00 €`. */
const rowText = (
  row: Readonly<Record<string, unknown>>,
  fields: readonly FieldDescriptor[],
  language: Language,
): string =>
  [
    fields.find(({ type }) => type === 'text'),
    fields.find(({ type, readonly }) => type === 'money' && readonly),
  ]
    .flatMap((field) => (field ? [innerKindOf(field).text(row[field.name], field, language)] : []))
    .filter(Boolean)
    .join(' · ');

/** The fields of an input, those that name rows with the rows of the record; without the ones that offer nothing. */
export const offeredFields = (
  input: readonly FieldDescriptor[],
  fields: readonly FieldDescriptor[],
  record: ResourceRow | null,
  language: Language,
): FieldDescriptor[] =>
  input.flatMap((field) => {
    if (!field.rows) return [field];
    const { field: name, where } = field.rows;
    const rows = offeredRows(record?.[name], where);
    if (rows.length === 0) return [];
    const columns = fields.find((candidate) => candidate.name === name)?.fields ?? [];
    const labels = rows.map((row) => {
      const label = rowText(row, columns, language);
      return [String(row.id), { fr: label, en: label }] as const;
    });
    return [{ ...field, enum: labels.map(([id]) => id), enumLabels: Object.fromEntries(labels) }];
  });
