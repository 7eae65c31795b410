import {
  columnName,
  hasColumn,
  isComputed,
  labelColumn,
  storageOf,
  type FieldSpec,
} from '@coulisse/resource';
import { IDENTIFIERS, isIdentifier } from '@coulisse/resource/validation';

const IDENTIFIER = /^[a-z_][a-z0-9_]*$/;
/** Quotes an SQL name. Names come only from definitions; this check enforces it. */
export function quote(name: string): string {
  if (!IDENTIFIER.test(name)) throw new Error(`${name} is not an SQL name`);
  return `"${name}"`;
}
/** Quotes a result column or alias, so that its case is preserved. */
export const as = (name: string) => `"${name.replace(/\W/g, '')}"`;

/** SQL type of a value that is compared with or written to a column of a table. */
export function sqlType(table: string, field: string, spec: FieldSpec): string {
  if (!hasColumn(spec)) throw new Error(`${field} is not a column`);
  // Only a column has a type of its own.
  if (spec.kind === 'enumeration' && !spec.encrypted && !isComputed(spec))
    return quote(`${table}_${columnName(field, spec)}`);
  return storageOf(spec).sql;
}

/** Select expression of a column. A date is read as text, independent of the process's time zone. */
export const selected = (expression: string, spec: FieldSpec) =>
  spec.kind === 'date' && !spec.encrypted ? `${expression}::text` : expression;
/** Key in a row for the stored label of a reference. */
export const labelKey = (field: string) => `${field}__label`;
export const labelAlias = (field: string) => as(labelKey(field));
export const selectedLabel = (alias: string, field: string) =>
  `${alias}.${quote(labelColumn(field))} AS ${labelAlias(field)}`;

const trimmed = (value: string) => (value.includes('.') ? value.replace(/\.?0+$/, '') : value);
/** Canonical form of a number, so that values can be compared as text. */
function canonicalNumber(kind: 'money' | 'decimal' | 'percent', value: string): string {
  const sign = value.startsWith('-') && /[1-9]/.test(value) ? '-' : '';
  const [integerPart = '', fraction = ''] = value.replace(/^-/, '').split('.');
  const digits = integerPart.replace(/^0+(?=\d)/, '');
  return kind === 'money'
    ? `${sign}${digits}.${fraction.padEnd(2, '0')}`
    : sign + trimmed(fraction ? `${digits}.${fraction}` : digits);
}

/** Converts a value of the driver or a request to its canonical form for rules and JSON. */
export function canonical(spec: FieldSpec, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  // A value that was not decrypted must never be served.
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
/** True if a database value must be decoded: numbers to canonical form, instants to text, secrets decrypted. */
export const isDecoded = (spec: FieldSpec) => !!spec.encrypted || !AS_THEY_COME.has(spec.kind);

/** A value as a driver parameter; an encrypted value is passed as bytes. */
export const toDriverValue = (spec: FieldSpec, value: unknown) =>
  spec.kind === 'json' && !spec.encrypted && value !== null && value !== undefined
    ? JSON.stringify(value)
    : (value ?? null);
