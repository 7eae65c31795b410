import type { FieldKind, FieldSpec } from './field';

/** How the values of a kind are stored. */
export interface Storage {
  /** Prisma type, then its native type attribute. */
  readonly prisma: readonly [type: string, native: string];
  /** SQL type of a parameter that is compared with the column or written to it. */
  readonly sql: string;
}

const uuid: Storage = { prisma: ['String', '@db.Uuid'], sql: 'uuid' };
const prose: Storage = { prisma: ['String', '@db.Text'], sql: 'text' };
const integer: Storage = { prisma: ['Int', ''], sql: 'integer' };
const numeric = (digits: number, decimals: number): Storage => ({
  prisma: ['Decimal', `@db.Decimal(${digits}, ${decimals})`],
  sql: 'numeric',
});
const ciphertext: Storage = { prisma: ['Bytes', ''], sql: 'bytea' };

/** Kinds that are not a varchar. Enumerations have a database type each. */
const STORAGE: Partial<Record<FieldKind, Storage>> = {
  longText: prose,
  richText: prose,
  int: integer,
  duration: integer,
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

/** Storage type of a field, except enumerations. Children and related records have no column. */
export function storageOf(spec: FieldSpec): Storage {
  if (spec.encrypted) return ciphertext;
  if (spec.sibling) return uuid;
  if (spec.kind === 'decimal' && (spec.decimals ?? 0) > 4) return numeric(18, 6);
  // Lists of anything but integers are text arrays: the kind of their items is validated on input.
  if (spec.kind === 'list')
    return spec.of && storageOf(spec.of) === integer
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

/** True when records have a value of it, stored or computed by the database. */
export const hasColumn = ({ kind }: FieldSpec) => !WITHOUT_COLUMN.has(kind);
/** True when the database computes it at each read. */
export const isComputed = ({ computed }: FieldSpec) => computed !== undefined;
/** True when the value is the id of one other record. */
export const isPointer = ({ kind }: FieldSpec) => POINTERS.has(kind);
export const isNumeric = ({ kind }: FieldSpec) => NUMBERS.has(kind);
/** True when the history records that it changed, without the values. */
export const isRedacted = (spec: FieldSpec) => !!spec.sensitive || !!spec.secret || !!spec.encrypted;
/** True when lists, exports and searches may contain it: secrets are shown one record at a time. */
export const isListable = (spec: FieldSpec) => hasColumn(spec) && !isRedacted(spec);
/** True when a list can be ordered by it. */
export const isSortable = (spec: FieldSpec) => isListable(spec) && !UNSORTABLE.has(spec.kind);
export const isFilterable = (spec: FieldSpec) => isListable(spec) && !UNFILTERABLE.has(spec.kind);
