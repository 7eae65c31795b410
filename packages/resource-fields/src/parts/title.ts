import type { ResourceDescriptor, ResourceRow } from '@coulisse/mfe-kit';
import type { Language } from '@coulisse/ui-kit';
import { innerKindOf } from '../inner-kinds';

export const titleOf = (descriptor: ResourceDescriptor, row: ResourceRow, language: Language): string => {
  const field = descriptor.fields.find((candidate) => candidate.name === descriptor.labelField);
  const title = field ? innerKindOf(field).text(row[field.name], field, language) : '';
  // A document without number and subject yet.
  return title || descriptor.label[language];
};
