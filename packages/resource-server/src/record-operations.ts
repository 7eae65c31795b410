import type {
  Emission,
  InputOf,
  RecordOf,
  RecordValuesOf,
  ResourceDefinition,
  StateOf,
  TransitionOf,
} from '@coulisse/resource';
import type { Language } from '@coulisse/contracts';
import type { Actor } from '@coulisse/service-kit/actor';
import type { Tx } from '@coulisse/service-kit/database';
import type { Presented } from './types';

declare const locked: unique symbol;
/** A record that the open transaction has locked. It is stale after the first change that is written with it. */
export interface Locked<R> {
  readonly record: RecordOf<R>;
  readonly [locked]: true;
}
/** A record by its id, or as it was locked: then it is not read once more. */
export type Target<R> = string | Locked<R>;

/** New rows of a list need no id, and no value that is derived. */
type NewRows<V> = V extends readonly (infer Row extends { readonly id: string })[]
  ? readonly Partial<Row>[]
  : V;
export type NewValues<R> = { readonly [K in keyof RecordValuesOf<R>]?: NewRows<RecordValuesOf<R>[K]> };

interface CommonOptions {
  /** True inside a command of the resource itself, which would otherwise be run once more. */
  readonly withoutCommands?: boolean | undefined;
}
export interface CreateOptions<R> extends CommonOptions {
  readonly id?: string | undefined;
  /** A state in which records begin (`initial` of the lifecycle); default: the first one. */
  readonly state?: StateOf<R> | undefined;
  /** How the history calls the creation. */
  readonly action?: string | undefined;
}
export interface UpdateOptions extends CommonOptions {
  /** The version that the caller read; absent: any. */
  readonly version?: number | null | undefined;
  /** How the history calls the change. */
  readonly action?: string | undefined;
  /** Instead of the event that the resource emits for an update; null for none. */
  readonly event?: Emission | null | undefined;
  /** For the history. */
  readonly comment?: string | undefined;
  /** Writes the state that follows from the new values with them: `derivedFrom` of the lifecycle. */
  readonly derivesState?: boolean | undefined;
}
export interface TransitionChoices extends CommonOptions {
  readonly version?: number | null | undefined;
  readonly comment?: string | undefined;
  /** Names of the warnings that the caller confirmed. */
  readonly confirmed?: readonly string[] | undefined;
}
/** A transition without input needs none. */
type InputArguments<I> = keyof I extends never
  ? [input?: Readonly<Record<never, never>>, options?: TransitionChoices]
  : [input: I, options?: TransitionChoices];

/**
 * The operations on the records of one resource, in an open transaction: rights, rules, lifecycle, history and events are
 * those of the routes. Every operation throws the problem that the route would answer. The history names `actor`, who may
 * be the system (`systemActor`) in a transaction of somebody else. Fields that callers of the API cannot write are accepted,
 * and checked like the others; transitions alone change the state.
 */
export interface RecordOperations<R extends ResourceDefinition> {
  /** Throws `http.404` if the actor sees no such record. */
  read(tx: Tx, actor: Actor, id: string): Promise<RecordOf<R>>;
  /** Locks the record until the transaction ends. */
  lock(tx: Tx, actor: Actor, id: string): Promise<Locked<R>>;
  create(tx: Tx, actor: Actor, values: NewValues<R>, options?: CreateOptions<R>): Promise<RecordOf<R>>;
  /** Creates from what a caller sent: it may contain only what callers can write. */
  createFrom(
    tx: Tx,
    actor: Actor,
    body: unknown,
    options?: Pick<CreateOptions<R>, 'id'>,
  ): Promise<RecordOf<R>>;
  update(
    tx: Tx,
    actor: Actor,
    target: Target<R>,
    changes: Partial<RecordValuesOf<R>>,
    options?: UpdateOptions,
  ): Promise<RecordOf<R>>;
  transition<T extends TransitionOf<R>>(
    tx: Tx,
    actor: Actor,
    target: Target<R>,
    name: T,
    ...rest: InputArguments<InputOf<R, T>>
  ): Promise<RecordOf<R>>;
  /** `action` is how the history calls it. */
  delete(tx: Tx, actor: Actor, target: Target<R>, action?: string): Promise<void>;
  /** Writes the states that follow from other rows (`derivedFrom`); returns the ids of changed records. */
  recompute(tx: Tx, actor: Actor, ids: readonly string[]): Promise<string[]>;
  /** The record as its route serves it, read in a transaction of its own. */
  serve(caller: { readonly actor: Actor; readonly language: Language }, id: string): Promise<Presented>;
}

/** The resources of a service. */
export interface Resources {
  /** Throws if the service does not have the resource. */
  of<R extends ResourceDefinition>(resource: R): RecordOperations<R>;
}
