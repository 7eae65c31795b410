import type { FieldDescriptor } from '@coulisse/mfe-kit';
import type { Language } from '@coulisse/ui-kit';

/** `addresses/1/city` → 'Adresses, 2, Ville': label of an error's path. */
export const placeLabel = (place: string, fields: readonly FieldDescriptor[], language: Language): string => {
  const [name, index, child] = place.split('/');
  const field = fields.find((candidate) => candidate.name === name);
  if (!field) return '';
  const line = index === undefined ? null : Number(index) + 1;
  const inner = field.fields?.find((candidate) => candidate.name === child);
  return [
    field.label[language],
    line !== null && !Number.isNaN(line) ? String(line) : null,
    inner?.label[language],
  ]
    .filter(Boolean)
    .join(', ');
};
