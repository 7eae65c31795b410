import type { ResourceRow } from '@coulisse/mfe-kit';
import type { Language } from '@coulisse/ui-kit';
import { kindOf } from '@coulisse/resource-fields';
import type { FoundGroup } from './use-found-records';

/** Distinguishes records of the same name: the field that the list shows under it, or its next non-empty column. */
export const secondLine = (
  { descriptor, screens }: Pick<FoundGroup, 'descriptor' | 'screens'>,
  row: ResourceRow,
  language: Language,
): string => {
  const { labelField, list, fields } = descriptor;
  const names = [...(screens.overrides.list?.second?.[labelField] ?? []), ...list];
  for (const name of names) {
    const field = fields.find((candidate) => candidate.name === name);
    const value = row[name];
    if (!field || name === labelField || value === null || value === undefined) continue;
    const text = kindOf(field).text(value, field, language);
    if (text) return text;
  }
  return '';
};
