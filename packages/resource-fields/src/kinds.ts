import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { childrenField } from './children-field';
import { innerKinds } from './inner-kinds';
import type { FieldKindView } from './kind';
import { relatedField } from './related-field';

const kinds: Record<FieldDescriptor['type'], FieldKindView> = {
  ...innerKinds,
  children: childrenField,
  related: relatedField,
};

/** The view of a field kind; an unknown kind is shown as text. */
export const kindOf = ({ type }: FieldDescriptor): FieldKindView =>
  (kinds as Partial<typeof kinds>)[type] ?? kinds.text;
export type { EditProps, FieldKindView, ShowProps } from './kind';
