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
  | 'json';
export type FieldKind = ScalarKind | 'ref' | 'refs' | 'children' | 'list';

/** What a field is, as plain data: every projection (SQL, Prisma, JSON schema, screens) reads this. */
export interface FieldSpec {
  readonly kind: FieldKind;
  /** Must have a value; a text must not be blank. */
  readonly required?: boolean;
  /** No two records of a tenant share the value. */
  readonly unique?: boolean;
  /** Looked into by the quick search of the list. */
  readonly searchable?: boolean;
  /** Served, never accepted from outside. */
  readonly readonly?: boolean;
  /** Has a help text in the locale files, under `<resource>.<field>.help`. */
  readonly help?: boolean;
  /** Value of a new record that does not give one; the field is then never null. */
  readonly default?: unknown;
  /** Length of a text, value of a number. */
  readonly min?: number;
  readonly max?: number;
  /** Values of an enumeration, in their order. */
  readonly values?: readonly string[];
  /** Resource that a reference points at: `crm.tiers`. */
  readonly target?: string;
  /** Name of the entity that the children are, when they are one of their own. */
  readonly entity?: string;
  /** Fields of the children. */
  readonly fields?: Fields;
  /** What a list holds. */
  readonly of?: FieldSpec;
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
  default(initial: NonNullable<V>): Field<NonNullable<V>> {
    return this.with({ default: initial });
  }
  private with<W>(change: Partial<FieldSpec>): Field<W> {
    return new Field<W>({ ...this.spec, ...change });
  }
}

export type Fields = { readonly [name: string]: Field<unknown> };
export type ValueOf<F> = F extends Field<infer V> ? V : never;
export type ValuesOf<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> };

type Length = { min?: number; max?: number };
type Range = { min?: number; max?: number };
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
/** Up to four decimals, as a string: never a binary float. */
export const decimal = (options: Range = {}) => maybe<string>({ kind: 'decimal', ...options });
/** Two decimals, as a string. */
export const money = (options: Range = {}) => maybe<string>({ kind: 'money', ...options });
export const percent = (options: Range = { min: 0, max: 100 }) =>
  maybe<string>({ kind: 'percent', ...options });
/** Never null: false unless told. */
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
/** Another record, by id. */
export const ref = (target: string) => maybe<string>({ kind: 'ref', target });
/** Other records, by id, in order. */
export const refs = (target: string) => new Field<string[]>({ kind: 'refs', target });
/** Several values of one simple kind, in order. */
export const list = <V>(of: Field<V>) => new Field<NonNullable<V>[]>({ kind: 'list', of: of.spec });
/** Rows that live and die with their record, in order. */
export const children = <const F extends Fields>(fields: F, options: { entity?: string } = {}) =>
  new Field<(ValuesOf<F> & { id: string })[]>({ kind: 'children', fields, entity: options.entity });

/** True when the column refuses null. */
export const isNeverNull = (spec: FieldSpec) =>
  !!spec.required ||
  spec.default !== undefined ||
  spec.kind === 'refs' ||
  spec.kind === 'list' ||
  spec.kind === 'children';
