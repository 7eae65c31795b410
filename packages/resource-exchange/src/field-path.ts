/** The path of a value: `name`, or `addresses[0].city`. */
export interface FieldPath {
  readonly field: string;
  readonly child?: { readonly index: number; readonly field: string };
}

/** Maximum number of children of a record in one row of a file. */
export const MOST_CHILDREN = 20;
const PATH = /^(\w+)(?:\[(\d{1,2})\]\.(\w+))?$/;

export function parsePath(text: string): FieldPath | null {
  const [, field, index, child] = PATH.exec(text) ?? [];
  if (field === undefined) return null;
  if (index === undefined || child === undefined) return { field };
  return Number(index) < MOST_CHILDREN ? { field, child: { index: Number(index), field: child } } : null;
}
export const pathText = ({ field, child }: FieldPath): string =>
  child ? `${field}[${child.index}].${child.field}` : field;
