import type { FieldDescriptor, ResourceDescriptor, ResourceRow, ResourceScreens } from '@coulisse/mfe-kit';
import { isLockedIn } from '@coulisse/resource-client';

/** Kinds that are edited on the record's page only, not in a cell. */
const ON_THE_PAGE = new Set(['children', 'related', 'json', 'richText', 'file', 'image', 'list']);

/** Text key of the reason why a cell cannot be edited; null when it can. */
export const lockOf = (
  descriptor: ResourceDescriptor,
  screens: ResourceScreens,
  row: ResourceRow,
  field: FieldDescriptor,
): string | null => {
  if (field.name === 'state') return 'list.locked.state';
  if (!descriptor.may.update) return 'list.locked.right';
  if (screens.overrides.visible?.(field.name, row) === false) return 'list.locked.other';
  if (field.readonly) return 'list.locked.readonly';
  if (isLockedIn(field, row)) return 'list.locked.inState';
  if (ON_THE_PAGE.has(field.type)) return 'list.locked.page';
  return null;
};
