import type { FieldDescriptor } from '@coulisse/mfe-kit';
import type { FieldKindView } from './kind';

const kinds = new Map<string, FieldKindView>();

/** A kind registers itself here, so that kinds which hold others need not import them all. */
export const registerKinds = (views: Record<FieldDescriptor['type'], FieldKindView>): void => {
  for (const [name, view] of Object.entries(views)) kinds.set(name, view);
};

export const kindOf = (field: FieldDescriptor): FieldKindView => {
  const view = kinds.get(field.type) ?? kinds.get('text');
  if (!view) throw new Error(`No view for fields of kind ${field.type}`);
  return view;
};
