import { columnName, hasColumn, labelColumn, storageOf, type FieldSpec } from '@coulisse/resource';
import { IDENTIFIERS, isIdentifier } from './identifier-kinds';

const IDENTIFIER = /^[a-z_][a-z0-9_]*$/;
/** Names come from definitions only; this makes it sure. */
export function quote(name: string): string {
  if (!IDENTIFIER.test(name)) throw new Error(`${name} is not an SQL name`);
  return `"${name}"`;
}
/** Name of a result column or alias, which keeps its capitals. */
export const as = (name: string) => `"${name.replace(/\W/g, '')}"`;

/** SQL type of a value that is compared with or written to a column of a table. */
export function sqlType(table: string, field: string, spec: FieldSpec): string {
  if (!hasColumn(spec)) throw new Error(`${field} is not a column`);
  if (spec.kind === 'enumeration' && !spec.encrypted) return quote(`${table}_${columnName(field, spec)}`);
  return storageOf(spec).sql;
}

/** Reads a column: a date stays a day whatever the clock of the process. */
export const selected = (expression: string, spec: FieldSpec) =>
  spec.kind === 'date' && !spec.encrypted ? `${expression}::text` : expression;
/** Name of the label that is kept beside a pointer, among the values of a row. */
export const labelKey = (field: string) => `${field}__label`;
export const labelAlias = (field: string) => as(labelKey(field));
export const selectedLabel = (alias: string, field: string) =>
  `${alias}.${quote(labelColumn(field))} AS ${labelAlias(field)}`;

const trimmed = (value: string) => (value.includes('.') ? value.replace(/\.?0+$/, '') : value);
/** One spelling for each number, so that values compare as text. */
function canonicalNumber(kind: 'money' | 'decimal' | 'percent', value: string): string {
  const sign = value.startsWith('-') && /[1-9]/.test(value) ? '-' : '';
  const [whole = '', fraction = ''] = value.replace(/^-/, '').split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  return kind === 'money'
    ? `${sign}${digits}.${fraction.padEnd(2, '0')}`
    : sign + trimmed(fraction ? `${digits}.${fraction}` : digits);
}

/** The value that rules and JSON work with, from what the driver or a request gives. */
export function canonical(spec: FieldSpec, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  // What forgot to open a sealed value must not serve it as one.
  if (Buffer.isBuffer(value)) throw new Error('an encrypted value was not opened');
  if (isIdentifier(spec.kind)) return IDENTIFIERS[spec.kind].identifier.tidy(String(value));
  switch (spec.kind) {
    case 'money':
    case 'decimal':
    case 'percent':
      return canonicalNumber(spec.kind, String(value));
    case 'datetime':
      return (value instanceof Date ? value : new Date(String(value))).toISOString();
    case 'ref':
    case 'file':
    case 'image':
    case 'color':
      return String(value).toLowerCase();
    case 'refs':
      return (value as unknown[]).map((id) => String(id).toLowerCase());
    case 'list':
      return (value as unknown[]).map((item) => canonical(spec.of ?? { kind: 'text' }, item));
    default:
      return value;
  }
}

const AS_THEY_COME: ReadonlySet<FieldSpec['kind']> = new Set([
  'text',
  'longText',
  'richText',
  'int',
  'duration',
  'bool',
  'date',
  'time',
  'enumeration',
  'email',
  'phone',
  'url',
  'country',
  'language',
  'currency',
  'json',
  'number',
  'ref',
  'refs',
  'file',
  'image',
]);
/** True when a value of the database is not yet the record's: numbers have one spelling, instants are texts, secrets are opened. */
export const isDecoded = (spec: FieldSpec) => !!spec.encrypted || !AS_THEY_COME.has(spec.kind);

/** What the driver takes for a value; a sealed one goes as the bytes that it is. */
export const encoded = (spec: FieldSpec, value: unknown) =>
  spec.kind === 'json' && !spec.encrypted && value !== null && value !== undefined
    ? JSON.stringify(value)
    : (value ?? null);
