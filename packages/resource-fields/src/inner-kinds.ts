import type { FieldDescriptor } from '@coulisse/mfe-kit';
import type { FieldKindView } from './kind';
import { listField } from './list-field';
import { simpleKindOf, simpleKinds } from './simple-kinds';

/** Kinds that fields of children and columns of related lists may have. */
export const innerKinds = { ...simpleKinds, list: listField };

export const innerKindOf = (field: FieldDescriptor): FieldKindView =>
  field.type === 'list' ? listField : simpleKindOf(field);
