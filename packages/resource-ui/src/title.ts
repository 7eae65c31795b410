import type { ResourceDescriptor, ResourceRow } from '@coulisse/mfe-kit';
import type { Language } from '@coulisse/ui-kit';
import { kindOf } from './fields';

export const titleOf = (descriptor: ResourceDescriptor, row: ResourceRow, language: Language): string => {
  const field = descriptor.fields.find((candidate) => candidate.name === descriptor.labelField);
  const title = field ? kindOf(field).text(row[field.name], field, language) : '';
  return title || row.id;
};
