import type { FieldKind, FieldSpec } from './field';

/** How the values of a kind are kept. */
export interface Storage {
  /** Type of the Prisma schema, then its native one. */
  readonly prisma: readonly [type: string, native: string];
  /** Type of a parameter that is compared with the column or written to it. */
  readonly sql: string;
}

const uuid: Storage = { prisma: ['String', '@db.Uuid'], sql: 'uuid' };
const prose: Storage = { prisma: ['String', '@db.Text'], sql: 'text' };
const whole: Storage = { prisma: ['Int', ''], sql: 'integer' };
const numeric = (digits: number, decimals: number): Storage => ({
  prisma: ['Decimal', `@db.Decimal(${digits}, ${decimals})`],
  sql: 'numeric',
});
const ciphertext: Storage = { prisma: ['Bytes', ''], sql: 'bytea' };

/** Kinds that are not a text of a bounded length. Those of an enumeration have a type of their own. */
const STORAGE: Partial<Record<FieldKind, Storage>> = {
  longText: prose,
  richText: prose,
  int: whole,
  duration: whole,
  decimal: numeric(18, 4),
  money: numeric(14, 2),
  percent: numeric(7, 4),
  bool: { prisma: ['Boolean', ''], sql: 'boolean' },
  date: { prisma: ['DateTime', '@db.Date'], sql: 'date' },
  datetime: { prisma: ['DateTime', '@db.Timestamptz(3)'], sql: 'timestamptz' },
  json: { prisma: ['Json', '@db.JsonB'], sql: 'jsonb' },
  ref: uuid,
  file: uuid,
  image: uuid,
  refs: { prisma: ['String[]', '@db.Uuid'], sql: 'uuid[]' },
};

/** Where a value is kept, but for enumerations. Children and related records have no column. */
export function storageOf(spec: FieldSpec): Storage {
  if (spec.encrypted) return ciphertext;
  // Lists of anything but whole numbers are arrays of text: their kind is checked on the way in.
  if (spec.kind === 'list')
    return spec.of && storageOf(spec.of) === whole
      ? { prisma: ['Int[]', ''], sql: 'integer[]' }
      : { prisma: ['String[]', '@db.Text'], sql: 'text[]' };
  return STORAGE[spec.kind] ?? { prisma: ['String', `@db.VarChar(${spec.max ?? 255})`], sql: 'text' };
}

const of = (...kinds: FieldKind[]): ReadonlySet<FieldKind> => new Set(kinds);
const WITHOUT_COLUMN = of('children', 'related');
const POINTERS = of('ref', 'file', 'image');
const NUMBERS = of('int', 'duration', 'decimal', 'money', 'percent');
const UNSORTABLE = of('json', 'refs', 'list', 'longText', 'richText', 'file', 'image');
const UNFILTERABLE = of('json', 'richText');

export const hasColumn = ({ kind }: FieldSpec) => !WITHOUT_COLUMN.has(kind);
/** True when the value is the id of one other record. */
export const isPointer = ({ kind }: FieldSpec) => POINTERS.has(kind);
export const isNumeric = ({ kind }: FieldSpec) => NUMBERS.has(kind);
/** True when the history says that it changed, and not from what to what. */
export const isSecret = (spec: FieldSpec) => !!spec.sensitive || !!spec.encrypted;
/** True when lists, exports and searches may hold it: secrets are shown one record at a time. */
export const isListable = (spec: FieldSpec) => hasColumn(spec) && !isSecret(spec);
/** True when a list can be ordered by it. */
export const isSortable = (spec: FieldSpec) => isListable(spec) && !UNSORTABLE.has(spec.kind);
export const isFilterable = (spec: FieldSpec) => isListable(spec) && !UNFILTERABLE.has(spec.kind);
