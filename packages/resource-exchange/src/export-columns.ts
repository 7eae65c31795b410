import type { Language } from '@coulisse/contracts';
import { isRedacted, systemColumns, type FieldSpec, type Label, type StoredColumn } from '@coulisse/resource';
import { Problem, type FieldError } from '@coulisse/service-kit/problem';
import { listableColumn, type Row, type Statements } from '@coulisse/resource-server/extension';
import type { ValueLabels } from './cell-of';
import { MOST_CHILDREN, parsePath } from './field-path';
import { ID } from './import-targets';
import { childHeader, type FieldLabels, type ResourceLabels } from './resource-labels';

/** A column of an export. */
export interface ExportColumn {
  readonly header: string;
  readonly spec: FieldSpec;
  readonly labels: ValueLabels;
  /** The served value of a record. */
  readonly read: (record: Row) => unknown;
}
export interface ExportPlan {
  readonly columns: readonly ExportColumn[];
  /** The stored columns that the list query must read. */
  readonly stored: readonly StoredColumn[];
  /** True if whole records must be read, for their children. */
  readonly withChildren: boolean;
}

export const MOST_EXPORTED_COLUMNS = 200;
const ID_LABEL: Label = { fr: 'Identifiant', en: 'Id' };

/** How many children to export for each field of children whose column names all of them. */
export type ChildCounts = ReadonlyMap<string, number>;

/** Fields of children that the column names request as a whole. */
export const namedChildren = (statements: Statements, names: readonly string[]): string[] =>
  statements.children.map(({ field }) => field).filter((field) => names.includes(field));

/**
 * The columns of an export by their names: columns that a list may show, `id`, `addresses[0].city`, or `addresses` for
 * all children. A column that cannot be exported is reported as an error with its index.
 */
export function exportPlan(
  statements: Statements,
  words: ResourceLabels,
  names: readonly string[],
  counts: ChildCounts,
  language: Language,
): ExportPlan {
  const errors: FieldError[] = [];
  const stored: StoredColumn[] = [];
  let withChildren = false;
  const columns = names.flatMap((name, index): ExportColumn[] => {
    const column = listableColumn(statements, name);
    const word = words.fields.get(name);
    if (name === ID) return [own(ID, ID_LABEL[language], { kind: 'text' }, {})];
    if (column) {
      stored.push(column);
      return [own(name, word?.label[language] ?? name, column.spec, word?.values ?? {})];
    }
    const inside = childColumns(statements, words, name, counts, language);
    if (inside.length === 0 && !statements.children.some(({ field }) => field === name))
      errors.push({ pointer: `/columns/${index}`, code: 'validation.choice' });
    withChildren ||= inside.length > 0;
    return inside;
  });
  if (errors.length) throw new Problem('validation.failed', { errors });
  return { columns, stored, withChildren: withChildren };
}

const own = (name: string, header: string, spec: FieldSpec, labels: ValueLabels): ExportColumn => ({
  header,
  spec,
  labels,
  read: (record) => record[name],
});

function childColumns(
  statements: Statements,
  words: ResourceLabels,
  name: string,
  counts: ChildCounts,
  language: Language,
): ExportColumn[] {
  const path = parsePath(name);
  const table = statements.children.find(({ field }) => field === path?.field);
  const word = words.fields.get(path?.field ?? '');
  if (!path || !table || !word) return [];
  const fields = Object.entries(table.fields).filter(
    ([field, { spec }]) => !isRedacted(spec) && (!path.child || path.child.field === field),
  );
  const places = path.child
    ? [path.child.index]
    : Array.from({ length: Math.min(counts.get(table.field) ?? 0, MOST_CHILDREN) }, (_, place) => place);
  return places.flatMap((place) =>
    fields.flatMap(([field, { spec }]) => childColumn(word, table.field, place, field, spec, language)),
  );
}
function childColumn(
  word: FieldLabels,
  children: string,
  place: number,
  field: string,
  spec: FieldSpec,
  language: Language,
): ExportColumn[] {
  const inside = word.children.get(field);
  if (!inside) return [];
  const read = (record: Row) => (record[children] as Row[] | undefined)?.[place]?.[field];
  return [{ header: childHeader(word, place, inside.label, language), spec, labels: inside.values, read }];
}

/** The default columns of an export: those of the list, and `state`. */
export const usualColumns = ({ resource }: Statements): readonly string[] => [
  ...resource.list,
  ...systemColumns(resource)
    .map(({ field }) => field)
    .filter((field) => field === 'state' && !resource.list.includes(field)),
];
