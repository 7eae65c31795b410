import type { ResourceDescriptor, ResourceRow, ResourceOverrides } from '@coulisse/mfe-kit';
import { titleOf } from '@coulisse/resource-fields';
import type { Language } from '@coulisse/ui-kit';

/** The title of a record on its page, in its panel and in its form: as its module writes it, else what names it. */
export const recordTitle = (
  overrides: ResourceOverrides['record'],
  descriptor: ResourceDescriptor,
  record: ResourceRow,
  language: Language,
): string => overrides?.title?.(record, language, descriptor) || titleOf(descriptor, record, language);
