import type { ImportField } from './import-state';

export interface FieldGroup {
  /** Null for the fields of the record itself. */
  title: string | null;
  fields: readonly ImportField[];
}

const CHILD = /^(\w+)\[(\d+)\]\./;
/** Separates the name and number of the child from the name of its field. */
const SEPARATOR = ' – ';

/** Fields of the record, then those of each numbered child: `Adresses 1`. */
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
