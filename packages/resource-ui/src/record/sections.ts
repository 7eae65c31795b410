import type { FieldDescriptor, ResourceDescriptor, ResourceRow, SectionOverride } from '@coulisse/mfe-kit';
import { isEmpty } from '@coulisse/resource-client';
import { kindOf } from '@coulisse/resource-fields';
import { editedWithLines, isDocumentLines, shownWithLines, totalsOf } from '../document/document-fields';

export interface Section {
  key: string;
  /** i18n key of the module; null is the general section. */
  title: string | null;
  /** Lines or related records, whose section is titled by the field. */
  table: FieldDescriptor | null;
  /** Totals derived from the lines, right-aligned under them. */
  totals?: true;
  fields: FieldDescriptor[];
  /** Closed until the person opens it. */
  closed?: true;
}

/** Fields not shown in sections: they are in the header, the timeline, the menu or nowhere. */
const APART = new Set([
  'id',
  'version',
  'state',
  'createdAt',
  'updatedAt',
  'createdBy',
  'isArchived',
  'position',
]);

const isTable = ({ type }: FieldDescriptor): boolean => type === 'children' || type === 'related';
/** An amount that no state of the record lets anybody change. */
const isTotal = (field: FieldDescriptor): boolean =>
  field.type === 'money' && field.readonly === true && field.editableIn === undefined;

/** General data first, then lines with their totals, then related records as tables; a module may override it. */
export const sectionsOf = (
  descriptor: ResourceDescriptor,
  overrides?: readonly SectionOverride[],
): Section[] => {
  const { fixed = {} } = descriptor;
  const own = descriptor.fields
    .filter((field) => !APART.has(field.name))
    // The fixed fields of a variant are readonly.
    .map((field): FieldDescriptor => (field.name in fixed ? { ...field, readonly: true } : field));
  const withLines = shownWithLines(own);
  const tables = own.filter(
    (field) => isTable(field) && (isDocumentLines(field) || !withLines.has(field.name)),
  );
  const lines = tables.filter((field) => field.type === 'children');
  const plain = own.filter((field) => !isTable(field) && !withLines.has(field.name));
  // Without lines, an amount is an ordinary field.
  const totals = overrides || lines.length === 0 ? [] : plain.filter(isTotal);
  const named = (names: readonly string[]) =>
    names
      .map((name) => plain.find((field) => field.name === name))
      .filter((field): field is FieldDescriptor => field !== undefined);
  const general: Section[] = overrides
    ? overrides.map(({ title, fields, closed }, index) => ({
        key: title ?? `general-${index}`,
        title: title ?? null,
        table: null,
        fields: named(fields),
        ...(closed ? { closed } : {}),
      }))
    : [
        {
          key: 'general',
          title: null,
          table: null,
          fields: byShape(plain.filter((field) => !totals.includes(field))),
        },
      ];
  const table = (field: FieldDescriptor): Section => ({
    key: field.name,
    title: null,
    table: field,
    fields: isDocumentLines(field) ? editedWithLines(own) : [field],
  });
  return [
    ...general,
    ...lines.map(table),
    ...(totals.length > 0
      ? [{ key: 'totals', title: null, table: null, totals: true as const, fields: totals }]
      : []),
    ...tables.filter((field) => field.type === 'related').map(table),
  ].filter((section) => section.fields.length > 0);
};

const byShape = (fields: readonly FieldDescriptor[]): FieldDescriptor[] => [
  ...fields.filter((field) => !kindOf(field).wide),
  ...fields.filter((field) => kindOf(field).wide),
];

/** Sections of the creation form: all writable fields. */
export const formSections = (
  descriptor: ResourceDescriptor,
  overrides?: readonly SectionOverride[],
): Section[] =>
  sectionsOf(descriptor, overrides)
    .map((section) => ({ ...section, fields: section.fields.filter((field) => !field.readonly) }))
    .filter((section) => section.fields.length > 0);

/** Fields of the side panel: those of the page with a value or a fallback, without the title. */
export const summaryFields = (
  descriptor: ResourceDescriptor,
  record: ResourceRow,
  overrides?: readonly SectionOverride[],
): FieldDescriptor[] =>
  sectionsOf(descriptor, overrides)
    .flatMap(({ table, fields }) => (table && isDocumentLines(table) ? totalsOf(descriptor) : fields))
    .filter(
      (field) =>
        field.name !== descriptor.labelField &&
        !isTable(field) &&
        field.type !== 'json' &&
        !(field.type === 'bool' && record[field.name] !== true) &&
        !(isEmpty(record[field.name]) && isEmpty(field.fallback)),
    );

/** Splits fields into two columns, the first half on the left. Wide fields get a row of their own. */
export const inColumns = (
  fields: readonly FieldDescriptor[],
): { wide: boolean; columns: FieldDescriptor[][] }[] => {
  const runs: { wide: boolean; fields: FieldDescriptor[] }[] = [];
  for (const field of fields) {
    const wide = Boolean(kindOf(field).wide);
    const last = runs.at(-1);
    if (last && !wide && !last.wide) last.fields.push(field);
    else runs.push({ wide, fields: [field] });
  }
  return runs.map(({ wide, fields: run }) => {
    const half = wide ? run.length : Math.ceil(run.length / 2);
    return { wide, columns: [run.slice(0, half), run.slice(half)].filter((column) => column.length > 0) };
  });
};
