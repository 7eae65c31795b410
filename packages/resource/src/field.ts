export type ScalarKind =
  | 'text'
  | 'longText'
  | 'int'
  | 'decimal'
  | 'money'
  | 'percent'
  | 'bool'
  | 'date'
  | 'time'
  | 'datetime'
  | 'enumeration'
  | 'email'
  | 'phone'
  | 'url'
  | 'color'
  | 'country'
  | 'json'
  | 'richText'
  | 'duration'
  | 'language'
  | 'currency'
  | 'number'
  | IdentifierKind;
/** Kinds whose values `packages/identifiers` checks: stored without spaces, in capitals. */
export type IdentifierKind = 'iban' | 'bic' | 'siren' | 'siret' | 'vatNumber' | 'nir';
/** Kinds that point at one other record. */
export type PointerKind = 'ref' | 'file' | 'image';
export type FieldKind = ScalarKind | PointerKind | 'refs' | 'children' | 'list' | 'related';

/** A gap-free series of numbers, and the operation that takes the next one. */
export interface Numbering {
  readonly series: string;
  /** Short for the format `{prefix}-{YYYY}-{NNNNNN}`. */
  readonly prefix?: string;
  /** Such as `FA-{YYYY}-{NNNNN}`; tokens `{YYYY}`, `{YY}`, `{MM}` and one run of `{N…}`, its least number of digits. */
  readonly format?: string;
  /** When the series restarts at one; default: with the shortest period of the format. */
  readonly reset?: 'never' | 'year' | 'month';
  /** `create`, or the name of a transition. */
  readonly on: string;
  /**
   * The date field of the record that dates its number. Numbers then follow the order of these dates, the period of a
   * number is that of its date, an empty date becomes today's, and the date of a numbered record does not change.
   */
  readonly datedBy?: string | null;
}

/** The definition of a field, as plain data read by every projection (SQL, Prisma, JSON schema, screens). */
export interface FieldSpec {
  readonly kind: FieldKind;
  /** Must have a value; a text must not be blank. */
  readonly required?: boolean;
  /** Unique among the records of a tenant. */
  readonly unique?: boolean;
  /** Included in the quick search of the list. */
  readonly searchable?: boolean;
  /** Included in responses, never accepted from callers. */
  readonly readonly?: boolean;
  /** Computed from the rest of its row: a form may compute it before saving. */
  readonly derived?: boolean;
  /** States of the record in which callers may change the field; default: all. */
  readonly editableIn?: readonly string[];
  /** The children field of the same record among whose rows the value names one, by id. */
  readonly sibling?: string;
  /** Has a help text in the locale files, under `<resource>.<field>.help`. */
  readonly help?: boolean;
  /** Default value of a new record; the field is then never null. */
  readonly default?: unknown;
  /** What forms fill in at first; the service neither assumes nor requires it. `today` is the day of the tenant. */
  readonly proposed?: 'today';
  /** Limits of the length of a text, or of the value of a number. */
  readonly min?: number;
  readonly max?: number;
  /** Decimal places, where fewer than those of the column are wanted. */
  readonly decimals?: number;
  /** Values of an enumeration, in their order. */
  readonly values?: readonly string[];
  /** Resource that a reference points at: `crm.tiers`. */
  readonly target?: string;
  /** Entity name of the children, when they are an entity of their own. */
  readonly entity?: string;
  /** Fields of the children. */
  readonly fields?: Fields;
  /** Definition of the items of a list. */
  readonly of?: FieldSpec;
  /** Level 1: served and written only with the right `<rights>.sensitive`; null otherwise, with its name in `_masked`. */
  readonly sensitive?: boolean;
  /** Level 2: null, with its name in `_masked`, until a user with the right `<rights>.secret` reveals it. */
  readonly secret?: boolean;
  /** Stored encrypted with the tenant's key: it cannot be sorted, filtered or searched. */
  readonly encrypted?: boolean;
  /** SQL expression over the row `t`: the database computes the value at each read, and there is no column. */
  readonly computed?: string;
  /** Series of a number. */
  readonly numbering?: Numbering;
  /** Column that stores it, where its name gives another one: a field that was renamed keeps its column. */
  readonly column?: string;
  /** Name that it had before: lists, views and histories of that time are still read. */
  readonly formerly?: string;
  /** Field of the target that references this record. */
  readonly by?: string;
  /** Limits the offered records to those with these field values; only the service decides whether others are valid. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
  /** Of the input of a transition: the rows of the record that may be named by their ids. */
  readonly rows?: { readonly field: string; readonly where: Readonly<Record<string, string>> };
  /** Accepted media types of a file, such as `application/pdf`; default: any. */
  readonly accept?: readonly string[];
  /** The referenced file may be read without signing in: a poster, a logo. */
  readonly public?: boolean;
}

declare const value: unique symbol;

/** An immutable field; `V` is the type of its value in rules, `null` included when it may be empty. */
export class Field<V> {
  declare readonly [value]: V;
  constructor(readonly spec: FieldSpec) {}
  required(): Field<NonNullable<V>> {
    return this.with({ required: true });
  }
  unique(): Field<V> {
    return this.with({ unique: true });
  }
  searchable(): Field<V> {
    return this.with({ searchable: true });
  }
  readonly(): Field<V> {
    return this.with({ readonly: true });
  }
  help(): Field<V> {
    return this.with({ help: true });
  }
  /** For holders of a right of their own: never in lists, searches, exports or the values of the history. */
  sensitive(): Field<V> {
    return this.with({ sensitive: true });
  }
  /** Masked until revealed: never in lists, searches, exports or the values of the history. */
  secret(): Field<V> {
    return this.with({ secret: true });
  }
  encrypted(): Field<V> {
    return this.with({ encrypted: true });
  }
  /** `ref('ticketing.performance').storedAs('performance_id').formerly('performance')` */
  storedAs(column: string): Field<V> {
    return this.with({ column });
  }
  /** Addresses, saved views and histories with its former name are still read. */
  formerly(name: string): Field<V> {
    return this.with({ formerly: name });
  }
  default(initial: NonNullable<V>): Field<NonNullable<V>> {
    return this.with({ default: initial });
  }
  /** Forms start with today's date. */
  proposesToday(): Field<V> {
    return this.with({ proposed: 'today' });
  }
  /** Callers may change it only in these states of the record. */
  editableIn(states: readonly string[]): Field<V> {
    return this.with({ editableIn: states });
  }
  private with<W>(change: Partial<FieldSpec>): Field<W> {
    return new Field<W>({ ...this.spec, ...change });
  }
}

export type Fields = { readonly [name: string]: Field<unknown> };
export type ValueOf<F> = F extends Field<infer V> ? V : never;
/** Values of a record; related records have none. */
export type ValuesOf<F extends Fields> = {
  [K in keyof F as [ValueOf<F[K]>] extends [never] ? never : K]: ValueOf<F[K]>;
};

type Length = { min?: number; max?: number };
type Range = { min?: number; max?: number };
type Precise = Range & { decimals?: number };
const maybe = <V>(spec: FieldSpec) => new Field<V | null>(spec);

export const text = (options: Length = {}) => maybe<string>({ kind: 'text', max: 255, ...options });
export const longText = (options: Length = {}) =>
  maybe<string>({ kind: 'longText', max: 20_000, ...options });
export const email = () => maybe<string>({ kind: 'email', max: 254 });
export const phone = () => maybe<string>({ kind: 'phone', max: 40 });
export const url = () => maybe<string>({ kind: 'url', max: 2048 });
/** `#rrggbb`. */
export const color = () => maybe<string>({ kind: 'color', max: 7 });
/** ISO 3166-1 alpha-2. */
export const country = () => maybe<string>({ kind: 'country', max: 2 });
export const int = (options: Range = {}) => maybe<number>({ kind: 'int', ...options });
/** Four decimals unless `decimals` says otherwise (at most six), as a string: never a binary float. */
export const decimal = (options: Precise = {}) => maybe<string>({ kind: 'decimal', ...options });
/** Two decimals, as a string. */
export const money = (options: Range = {}) => maybe<string>({ kind: 'money', ...options });
export const percent = (options: Precise = { min: 0, max: 100 }) =>
  maybe<string>({ kind: 'percent', ...options });
/** Never null; default: false. */
export const bool = () => new Field<boolean>({ kind: 'bool', default: false });
/** `YYYY-MM-DD`. */
export const date = () => maybe<string>({ kind: 'date' });
/** `HH:MM`. */
export const time = () => maybe<string>({ kind: 'time', max: 5 });
/** An instant, ISO 8601 in UTC. */
export const datetime = () => maybe<string>({ kind: 'datetime' });
export const json = <V = unknown>() => maybe<V>({ kind: 'json' });
export const enumeration = <const V extends string>(values: readonly V[]) =>
  maybe<V>({ kind: 'enumeration', values });
/** HTML with a few simple elements; the server removes all others. */
export const richText = (options: Length = {}) =>
  maybe<string>({ kind: 'richText', max: 100_000, ...options });
/** Whole minutes. */
export const duration = (options: Range = {}) => maybe<number>({ kind: 'duration', min: 0, ...options });
/** ISO 639-1: `fr`. */
export const language = () => maybe<string>({ kind: 'language', max: 2 });
/** ISO 4217: `EUR`. */
export const currency = () => maybe<string>({ kind: 'currency', max: 3 });
export const iban = () => maybe<string>({ kind: 'iban', max: 34 });
export const bic = () => maybe<string>({ kind: 'bic', max: 11 });
export const siren = () => maybe<string>({ kind: 'siren', max: 9 });
export const siret = () => maybe<string>({ kind: 'siret', max: 14 });
/** VAT number of a country of the European Union, with its country code. */
export const vatNumber = () => maybe<string>({ kind: 'vatNumber', max: 16 });
/** French social security number, key included. */
export const nir = () => maybe<string>({ kind: 'nir', max: 15 });
/** Next number of a gap-free series, set by an operation: `numbered({ series: 'bill', prefix: 'F', on: 'post' })` */
export const numbered = (numbering: Numbering) =>
  maybe<string>({ kind: 'number', max: 40, readonly: true, unique: true, numbering });
const FILES = 'documents.file';
/** A file of the documents service, by id. */
export const file = (options: { accept?: readonly string[]; public?: boolean } = {}) =>
  maybe<string>({ kind: 'file', target: FILES, ...options });
/** An image format that browsers display; SVG is excluded, since it may contain scripts. */
export const image = (options: { public?: boolean } = {}) =>
  maybe<string>({
    kind: 'image',
    target: FILES,
    ...options,
    accept: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  });
/** Records of another resource that reference this one by their field `by`. Nothing is stored or returned. */
export const related = (target: string, { by }: { by: string }) =>
  new Field<never>({ kind: 'related', target, by, readonly: true });
/** Another record, by id; `only` limits the offered records: `ref('crm.tiers', { only: { kind: ['society'] } })`. */
export const ref = (target: string, options: { only?: FieldSpec['only'] } = {}) =>
  maybe<string>({ kind: 'ref', target, ...options });
/** Other records, by id, in order. */
export const refs = (target: string) => new Field<string[]>({ kind: 'refs', target });
/**
 * A value that depends on other rows or on the day, computed by the database at each read: `computed(int(), 't.a - t.b')`.
 * It is readonly, has no column and is not in the history. In the expression `t` is the row.
 */
export const computed = <V>(field: Field<V>, sql: string) =>
  new Field<V>({ ...field.spec, readonly: true, computed: sql });
/** Several values of one simple kind, in order. */
export const list = <V>(of: Field<V>) => new Field<NonNullable<V>[]>({ kind: 'list', of: of.spec });
/**
 * Input of a transition: some rows of the record, by their ids, out of those with these values. The dialog shows them as
 * check boxes, and is without them when there are none.
 */
export const chosenRows = (field: string, where: NonNullable<FieldSpec['rows']>['where']) =>
  new Field<string[]>({ kind: 'list', of: text({ max: 36 }).spec, rows: { field, where } });
/** True when the column is NOT NULL. */
export const isNeverNull = (spec: FieldSpec) =>
  !!spec.required ||
  spec.default !== undefined ||
  spec.kind === 'refs' ||
  spec.kind === 'list' ||
  spec.kind === 'children';
