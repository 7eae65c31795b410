import { columnName, labelColumn, type FieldSpec, type ScalarKind } from '@coulisse/resource';

const IDENTIFIER = /^[a-z_][a-z0-9_]*$/;
/** Names come from definitions only; this makes it sure. */
export function quote(name: string): string {
  if (!IDENTIFIER.test(name)) throw new Error(`${name} is not an SQL name`);
  return `"${name}"`;
}
/** Name of a result column or alias, which keeps its capitals. */
export const as = (name: string) => `"${name.replace(/\W/g, '')}"`;

const SCALAR_TYPES: Record<Exclude<ScalarKind, 'enumeration'>, string> = {
  text: 'text',
  longText: 'text',
  email: 'text',
  phone: 'text',
  url: 'text',
  color: 'text',
  country: 'text',
  time: 'text',
  int: 'integer',
  decimal: 'numeric',
  money: 'numeric',
  percent: 'numeric',
  bool: 'boolean',
  date: 'date',
  datetime: 'timestamptz',
  json: 'jsonb',
};
/** SQL type of a value that is compared with or written to a column of a table. */
export function sqlType(table: string, field: string, spec: FieldSpec): string {
  if (spec.kind === 'enumeration') return quote(`${table}_${columnName(field, spec)}`);
  if (spec.kind === 'ref') return 'uuid';
  if (spec.kind === 'refs') return 'uuid[]';
  if (spec.kind === 'list') return spec.of?.kind === 'int' ? 'integer[]' : 'text[]';
  if (spec.kind === 'children') throw new Error(`${field} is not a column`);
  return SCALAR_TYPES[spec.kind];
}

/** Reads a column: a date stays a day whatever the clock of the process. */
export const selected = (expression: string, spec: FieldSpec) =>
  spec.kind === 'date' ? `${expression}::text` : expression;
export const labelAlias = (field: string) => as(`${field}__label`);
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
  switch (spec.kind) {
    case 'money':
    case 'decimal':
    case 'percent':
      return canonicalNumber(spec.kind, String(value));
    case 'datetime':
      return (value instanceof Date ? value : new Date(String(value))).toISOString();
    case 'ref':
      return String(value).toLowerCase();
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

/** What the driver takes for a value. */
export const encoded = (spec: FieldSpec, value: unknown) =>
  spec.kind === 'json' && value !== null && value !== undefined ? JSON.stringify(value) : (value ?? null);
