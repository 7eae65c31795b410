import type { Blocker } from './blocker';
import { enumeration, Field, type Fields, type FieldSpec, type ValueOf, type ValuesOf } from './field';

/** The record that has the rows, whose fields the declaration of its rows does not know. */
export type ParentRecord = Readonly<Record<string, unknown>>;
/** A row with erased types. */
export type ChildRow = { readonly id: string } & ParentRecord;

/** A pure condition on a row: returns a blocker, whose pointer is relative to the row, when it fails. */
export type RowRule<Row> = (row: Row, record: ParentRecord) => Blocker | false | null | undefined;

export interface RowTransition<S extends string, Row> {
  readonly from: readonly S[];
  readonly to: S;
  /** A whole right (`hr.holiday.decide`) or the last word of one (`decide`). */
  readonly right: string;
  /** Guards: all must hold. */
  readonly needs?: readonly RowRule<Row>[];
}
/** States of each row, besides the state of its record. */
export interface RowLifecycle<S extends string, Row> {
  /** The first is the state of a new row. */
  readonly states: readonly S[];
  readonly tones?: { readonly [K in S]?: 'neutral' | 'info' | 'warn' | 'good' | 'bad' };
  readonly transitions: { readonly [name: string]: RowTransition<NoInfer<S>, Row> };
}

type RowOf<F extends Fields, S extends string> = ValuesOf<F> & { id: string } & ([S] extends [never]
    ? unknown
    : { state: S });

export interface ChildrenOptions<F extends Fields, S extends string> {
  /** Entity name of the rows, when they are an entity of their own. */
  readonly entity?: string;
  /** Values of a row computed from the row and its record at each write; never accepted from callers. */
  readonly derive?: {
    readonly [K in keyof NoInfer<F>]?: (
      row: RowOf<NoInfer<F>, NoInfer<S>>,
      record: ParentRecord,
    ) => ValueOf<NoInfer<F>[K]>;
  };
  /** Values of all rows computed together, in their order, before `derive`. Their fields are `.readonly()`. */
  readonly deriveAll?: (
    rows: readonly RowOf<NoInfer<F>, NoInfer<S>>[],
    record: ParentRecord,
  ) => readonly Readonly<Partial<ValuesOf<NoInfer<F>>>>[];
  readonly rules?: readonly RowRule<RowOf<NoInfer<F>, NoInfer<S>>>[];
  readonly lifecycle?: RowLifecycle<S, RowOf<NoInfer<F>, NoInfer<S>>>;
  /** States of the record in which its rows may be changed; default: all. */
  readonly editableIn?: readonly string[];
}

/** What the rows of a children field do, with erased types. */
export interface RowBehaviour {
  readonly derive: { readonly [field: string]: (row: ChildRow, record: ParentRecord) => unknown };
  readonly deriveAll?: (rows: readonly ChildRow[], record: ParentRecord) => readonly ParentRecord[];
  readonly rules: readonly RowRule<ChildRow>[];
  readonly lifecycle?: RowLifecycle<string, ChildRow>;
}
const NO_BEHAVIOUR: RowBehaviour = { derive: {}, rules: [] };

const behaviours = new WeakMap<Fields, RowBehaviour>();
/** The behaviour of the rows of a children field. It is kept beside the definition, which is plain data. */
export const behaviourOf = ({ fields }: FieldSpec): RowBehaviour =>
  (fields && behaviours.get(fields)) ?? NO_BEHAVIOUR;

/** A record has at most this many rows of one field. */
export const MOST_ROWS = 500;

/** Ordered rows that are created and deleted with their record. */
export function children<const F extends Fields, const S extends string = never>(
  fields: F,
  { entity, derive = {}, deriveAll, rules = [], lifecycle, editableIn }: ChildrenOptions<F, S> = {},
): Field<RowOf<F, S>[]> {
  // The functions were type-checked with the type of the row; the pipeline calls them with erased types.
  const behaviour = { derive, deriveAll, rules, lifecycle } as unknown as RowBehaviour;
  return behavingRows<F, S>(fields, behaviour, { entity, editableIn });
}

/** Rows whose behaviour reads no more than the fields that it knows: those of a preset, whose further fields vary. */
export function behavingRows<const F extends Fields, const S extends string = never>(
  fields: F,
  behaviour: RowBehaviour,
  { entity, editableIn }: Pick<ChildrenOptions<F, S>, 'entity' | 'editableIn'> = {},
): Field<RowOf<F, S>[]> {
  const { derive, lifecycle } = behaviour;
  const declared: Record<string, Field<unknown>> = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      name in derive ? new Field({ ...field.spec, readonly: true, derived: true }) : field,
    ]),
  );
  const [first] = lifecycle?.states ?? [];
  if (lifecycle && first !== undefined)
    declared.state = enumeration(lifecycle.states).default(first).readonly();
  behaviours.set(declared, behaviour);
  return new Field({ kind: 'children', fields: declared, entity, editableIn });
}

/** A row of another children field of the same record: `rowOf('groups')`. Requests may also name it `/groups/0`. */
export const rowOf = (sibling: string) => new Field<string | null>({ kind: 'text', max: 64, sibling });

const isRow = (value: unknown): value is ChildRow => typeof value === 'object' && value !== null;
/** The value of a children field as rows. */
export const rowsOf = (rows: unknown): readonly ChildRow[] => (Array.isArray(rows) ? rows.filter(isRow) : []);

/** The blockers that the rules of the rows return; pointers begin with the row, such as `/items/3/label`. */
export const rowBlockers = (fields: Fields, record: ParentRecord): Blocker[] =>
  Object.entries(fields).flatMap(([name, { spec }]) => {
    if (spec.kind !== 'children') return [];
    const { rules } = behaviourOf(spec);
    if (rules.length === 0) return [];
    return rowsOf(record[name]).flatMap((row, index) =>
      rules.flatMap((rule): Blocker[] => {
        const blocker = rule(row, record);
        return blocker ? [{ ...blocker, pointer: `/${name}/${index}${blocker.pointer ?? ''}` }] : [];
      }),
    );
  });
