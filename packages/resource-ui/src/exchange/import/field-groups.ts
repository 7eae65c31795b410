import type { ImportField } from './import-state';

export interface FieldGroup {
  /** Null for the fields of the record itself. */
  title: string | null;
  fields: readonly ImportField[];
}

const CHILD = /^(\w+)\[(\d+)\]\./;
/** Between the name of the children with their place, and that of their field. */
const SEPARATOR = ' – ';

/** Fields of the record, then those of each place of its children: `Adresses 1`. */
export const groupedFields = (fields: readonly ImportField[]): FieldGroup[] => {
  const groups = new Map<string, { title: string | null; fields: ImportField[] }>();
  for (const field of fields) {
    const [, children, place] = CHILD.exec(field.name) ?? [];
    const key = children ? `${children} ${place}` : '';
    const [title = null, inside] = children ? field.label.split(SEPARATOR) : [null];
    const group = groups.get(key) ?? { title: inside ? title : (children ?? null), fields: [] };
    group.fields.push(
      inside ? { ...field, label: field.label.slice((title ?? '').length + SEPARATOR.length) } : field,
    );
    groups.set(key, group);
  }
  return [...groups.values()];
};
