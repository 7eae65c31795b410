import type { AnyRecord, Blocker, Emission, Tone } from './definition-parts';
import type { Fields, ValuesOf } from './field';

/**
 * Types of the server that the functions of a lifecycle receive. `resource-server` adds them: this package also runs in
 * browsers, where none of these functions is called.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- completed by `resource-server`
export interface ServerTypes {}
type ServerType<Name extends string> = ServerTypes extends Record<Name, infer Type> ? Type : unknown;
export type ServerTx = ServerType<'tx'>;
export type ServerActor = ServerType<'actor'>;
/** Runs the one statement by which facts are read. */
export type FactsReader = ServerType<'factsReader'>;

/** Values of the input of a transition; `I` is not an object of fields for a transition without input. */
export type InputValues<I> = I extends Fields ? ValuesOf<I> : Readonly<Record<never, never>>;

/** What a guard decides from: `_actions` shows its answer, so there is no input. */
export interface GuardContext<Rec, Facts> {
  readonly actor: ServerActor;
  readonly record: Rec;
  readonly facts: Facts;
}
/** What a condition on the input decides from; it is evaluated only when the transition is executed. */
export interface InputContext<Rec, Facts, I> extends GuardContext<Rec, Facts> {
  readonly input: InputValues<I>;
}
/** What an effect acts on. */
export interface EffectContext<Rec, Facts, I> {
  readonly before: Rec;
  readonly after: Rec;
  readonly input: InputValues<I>;
  readonly actor: ServerActor;
  readonly facts: Facts;
}
/** Returns a blocker when the transition is refused, anything else when it is allowed. */
export type Guard<Context> = (context: Context) => Blocker | false | null | undefined;
/** Runs in the transaction of the transition, after the record is written. It does not change the record itself. */
export type Effect<Context> = (tx: ServerTx, context: Context) => Promise<void> | void;

/** Where a transition leads that leaves a record in the state that it finds. */
export const SAME_STATE = 'same';

/** A record that the command of a transition creates. */
export interface CreatedRecord {
  readonly resource: string;
  /** The field of the answer that has its id. */
  readonly answer: string;
}

interface CommonTransition<S extends string, Rec, I, Facts> {
  readonly from: readonly S[];
  /** `same` leaves the record in the state that it finds. */
  readonly to: S | typeof SAME_STATE;
  /** States of `from` that it keeps, while it leads the others to `to`: a paid bill that is sent again stays paid. */
  readonly keeps?: readonly S[];
  /** Fields that the caller fills in: the dialog, the API and the validation are made from them. */
  readonly input?: I;
  /** Guards: all must hold. */
  readonly needs?: readonly Guard<GuardContext<Rec, Facts>>[];
  /** Conditions on the input, with pointers such as `/input/amount`. */
  readonly inputRules?: readonly Guard<InputContext<Rec, Facts, I>>[];
  /** Values of the record that are written with the new state, readonly ones included. */
  readonly values?: (context: InputContext<Rec, Facts, I>) => Partial<Omit<Rec, 'id' | 'version' | 'state'>>;
  readonly effects?: readonly Effect<EffectContext<Rec, Facts, I>>[];
  /** The event of this transition, instead of the one that the resource emits. */
  readonly emits?: (context: EffectContext<Rec, Facts, I>) => Emission | null;
  /** False excludes it from bulk actions. */
  readonly bulk?: false;
  /**
   * The screen asks for confirmation. With fields, it shows the text `<resource>.action.<name>.body`, in which `{field}`
   * is the value of the record.
   */
  readonly confirm?: true | readonly (keyof Rec & string)[];
  /** The record that its command creates, such as the bill of a quote: the screen opens it. */
  readonly creates?: CreatedRecord;
}
/** A transition that people with its right do. */
interface ManualTransition {
  /** A whole right (`hr.holiday.decide`) or the last segment of one (`decide`). */
  readonly right: string;
  readonly system?: never;
  readonly auto?: never;
  readonly when?: never;
}
/** A transition that only the system does: people get 403, and no button. */
interface SystemTransition {
  readonly system: true;
  readonly right?: never;
  readonly auto?: never;
  readonly when?: never;
}
/** Executed by the pipeline after a write, in its transaction, as soon as `when` holds; never a button. */
interface AutoTransition<Rec> {
  readonly auto: true;
  readonly when: (record: Rec) => boolean;
  readonly right?: never;
  readonly system?: never;
}
export type Transition<S extends string, Rec, I = unknown, Facts = unknown> = CommonTransition<
  S,
  Rec,
  I,
  Facts
> &
  (ManualTransition | SystemTransition | AutoTransition<Rec>);

/** States that follow from other rows, such as the payments of a bill; `recompute` writes them, people cannot. */
export interface DerivedStates<S extends string, Rec> {
  /** The states among which it decides: a record in another one is left as it is. */
  readonly states: readonly S[];
  readonly state: (
    tx: ServerTx,
    context: { readonly record: Rec; readonly actor: ServerActor },
  ) => Promise<S> | S;
  readonly effects?: readonly Effect<EffectContext<Rec, undefined, unknown>>[];
}

/** `M` has the input fields of each transition, by its name. */
export interface Lifecycle<S extends string, M, Rec, Facts = unknown> {
  /** The first is the state of a new record. */
  readonly states: readonly S[];
  /** States in which the service itself may create a record, besides the first one. */
  readonly initial?: readonly NoInfer<S>[];
  readonly tones?: { readonly [K in NoInfer<S>]?: Tone };
  /** States of the normal course; the others end it (refused, cancelled). Default: those whose tone is not `bad`. */
  readonly path?: readonly NoInfer<S>[];
  /**
   * Data outside the record that guards and effects decide from, for each of the records in their order. It is read by
   * one statement, once for all transitions. It stands before `transitions`, so that its type is inferred.
   */
  readonly facts?: (
    reader: FactsReader,
    context: { readonly records: readonly Rec[]; readonly actor: ServerActor },
  ) => Promise<readonly Facts[]>;
  readonly derivedFrom?: DerivedStates<NoInfer<S>, Rec>;
  readonly transitions: { readonly [K in keyof M]: Transition<NoInfer<S>, Rec, M[K], NoInfer<Facts>> };
}

/** A lifecycle with erased types, as the pipeline and the projections use it. */
export type ErasedTransition = Transition<string, AnyRecord, Fields>;
export type ErasedLifecycle = Lifecycle<string, Record<string, Fields>, AnyRecord>;
