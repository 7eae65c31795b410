import { message, type Language, type MessageId, type MessageParams } from '@coulisse/contracts';
import type { ResourceDefinition } from '@coulisse/resource';
import type { FieldError, Problem } from '@coulisse/service-kit/problem';
import { isBlank, type RawCell } from './cell';
import { pathText } from './field-path';
import { isClearable, type ImportTarget } from './import-targets';
import type { Parsed } from './parse-cell';

type Row = Record<string, unknown>;

/** A column of the file and the field that it fills. */
export interface MappedColumn {
  readonly index: number;
  readonly header: string;
  readonly target: ImportTarget;
}
/** An error of a cell, by the name of its field; of the whole row if the name is empty. */
export interface CellError {
  readonly name: string;
  readonly code: MessageId;
  readonly params?: MessageParams;
  /** The message itself, if it does not come from the message catalogue. */
  readonly text?: string;
}
/** The error as shown to the user who corrects the file. */
export interface RowError {
  readonly row: number;
  readonly attribute: string;
  readonly header: string;
  readonly code: MessageId;
  readonly detail: string;
}

const BLANK = Symbol('a cell without a value');
export type CellValues = ReadonlyMap<string, unknown>;

/** Parses the cells of a row, each by the kind of its field; `parse` is not called for blank cells. */
export function readCells(
  columns: readonly MappedColumn[],
  cells: readonly RawCell[],
  parse: (column: MappedColumn, cell: RawCell) => Parsed,
): { values: CellValues; errors: CellError[] } {
  const values = new Map<string, unknown>();
  const errors: CellError[] = [];
  for (const column of columns) {
    const { name } = column.target;
    const cell = cells[column.index] ?? null;
    const parsed = isBlank(cell) ? { value: BLANK } : parse(column, cell);
    if ('value' in parsed) values.set(name, parsed.value);
    else errors.push({ name, ...parsed });
  }
  return { values, errors };
}

/** The value of a field; undefined if the cell is blank or the field is not mapped. */
export const valueOf = (values: CellValues, name: string): unknown => {
  const value = values.get(name);
  return value === BLANK ? undefined : value;
};

export interface RecordBody {
  readonly body: Row;
  /** For each field of children, the index in the file of each child in the body. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

/**
 * The request body for a row. A blank cell clears the field of an existing record if the field is nullable; for a new
 * record the default applies. Columns that are not mapped change nothing.
 */
export function bodyOf(
  resource: ResourceDefinition,
  columns: readonly MappedColumn[],
  values: CellValues,
  existing: Row | null,
): RecordBody {
  const body: Row = {};
  const places = new Map<string, number[]>();
  for (const { target } of columns) {
    const { path, name } = target;
    if (path.child) continue;
    const value = valueFor(target, values.get(name), existing !== null);
    if (value !== undefined) body[path.field] = value;
  }
  const fields = new Set(columns.flatMap(({ target }) => (target.path.child ? [target.path.field] : [])));
  for (const field of fields) {
    const inside = columns
      .map(({ target }) => target)
      .filter(({ path }) => path.child && path.field === field);
    const before = ((existing?.[field] as Row[] | undefined) ?? []).map((child) =>
      asInput(resource, field, child),
    );
    const rows = childRows(inside, values, before);
    if (rows.length === 0 && existing === null) continue;
    body[field] = rows.map(({ row }) => row);
    places.set(
      field,
      rows.map(({ place }) => place),
    );
  }
  return { body, places };
}

function valueFor(target: ImportTarget, value: unknown, exists: boolean): unknown {
  if (value !== BLANK) return value;
  if (!exists || !isClearable(target.spec)) return undefined;
  return target.spec.kind === 'refs' || target.spec.kind === 'list' ? [] : null;
}

/** Children by index: one whose cells are all blank is removed, one without a mapped column stays unchanged. */
function childRows(
  targets: readonly ImportTarget[],
  values: CellValues,
  before: readonly Row[],
): { row: Row; place: number }[] {
  const last = Math.max(before.length, ...targets.map(({ path }) => (path.child?.index ?? 0) + 1));
  return Array.from({ length: last }, (_, place) => place).flatMap((place) => {
    const own = targets.filter(({ path }) => path.child?.index === place);
    const existingRow = before[place];
    if (own.length === 0) return existingRow ? [{ row: existingRow, place }] : [];
    if (own.every(({ name }) => values.get(name) === BLANK)) return [];
    const row: Row = { ...existingRow };
    for (const target of own) {
      const value = valueFor(target, values.get(target.name), existingRow !== undefined);
      if (value !== undefined && target.path.child) row[target.path.child.field] = value;
    }
    return [{ row, place }];
  });
}

/** Converts a served child to the form that a request body expects. */
function asInput(resource: ResourceDefinition, field: string, child: Row): Row {
  const fields = resource.fields[field]?.spec.fields ?? {};
  const own = Object.entries(fields)
    .filter(([name, { spec }]) => !spec.readonly && name in child)
    .map(([name, { spec }]) => {
      const value = child[name];
      if (spec.kind === 'ref' || spec.kind === 'file' || spec.kind === 'image')
        return [name, (value as { id: string } | null)?.id ?? null];
      if (spec.kind === 'refs') return [name, (value as { id: string }[]).map(({ id }) => id)];
      return [name, value];
    });
  return { id: child.id, ...(Object.fromEntries(own) as Row) };
}

/** The field name for a JSON pointer into the body: `/addresses/0/city` → `addresses[2].city`. */
function nameAt(pointer: string, places: RecordBody['places']): string {
  const [field = '', index, child] = pointer.split('/').slice(1);
  if (child === undefined || index === undefined) return field;
  const place = places.get(field)?.[Number(index)] ?? Number(index);
  return pathText({ field, child: { index: place, field: child } });
}

/** Converts a problem of the pipeline to errors of the row's cells. */
export function cellErrors(problem: Problem, places: RecordBody['places']): CellError[] {
  if (problem.errors.length === 0) return [{ name: '', code: problem.code, params: problem.params }];
  return problem.errors.map(({ pointer, code, params, detail }: FieldError) => ({
    name: nameAt(pointer, places),
    code,
    ...(params ? { params } : {}),
    ...(detail ? { text: detail } : {}),
  }));
}

const NOBODY = '–';

/** `Erreur ligne 12, attribut email, en-tête Courriel. Cette valeur n'est pas une adresse e-mail valide.` */
export function rowError(
  row: number,
  { name, code, params, text }: CellError,
  columns: readonly MappedColumn[],
  language: Language,
): RowError {
  const header = columns.find(({ target }) => target.name === name)?.header ?? '';
  const where = message('import.row-error', language, {
    row,
    attribute: name || NOBODY,
    header: header || NOBODY,
  });
  return {
    row,
    attribute: name,
    header,
    code,
    detail: `${where} ${text ?? message(code, language, params)}`,
  };
}
