import {
  type AnyRecord,
  initialStates,
  type RecordOf,
  type RecordValuesOf,
  type ResourceDefinition,
} from '@coulisse/resource';
import { v7 as uuidv7 } from 'uuid';
import { isScoped, may, type Actor } from '@coulisse/service-kit/actor';
import type { Tx } from '@coulisse/service-kit/database';
import { Problem } from '@coulisse/service-kit/problem';
import type { OperationSteps } from './operation-steps';
import { createIn, writeNew } from './operations/create';
import { deleteIn } from './operations/delete';
import { readRecord } from './operations/read';
import { recomputeStates } from './operations/recompute';
import type { Outcome } from './operations/run-operation';
import { transitionIn } from './operations/transition';
import { applyUpdate } from './operations/update';
import { parseOwnValues } from './parse';
import type {
  CreateOptions,
  Locked,
  NewValues,
  RecordOperations,
  Resources,
  Target,
  TransitionChoices,
  UpdateOptions,
} from './record-operations';
import type { Call, Presented, StoredRecord } from './types';

/** The stored record of what `lock` returned. */
const lockedRecords = new WeakMap<object, StoredRecord>();

/**
 * The actor, if they may act in the transaction. Conditions on whose record it is use the user whom the transaction was
 * opened for: another person with rights on part of the records would be given that user's records.
 */
function actorIn(tx: Tx, actor: Actor): Actor {
  if (actor.tenantId !== tx.tenantId)
    throw new Error(`an actor of tenant ${String(actor.tenantId)} acts in a transaction of ${tx.tenantId}`);
  if (actor.userId !== tx.actor.userId && isScoped(actor))
    throw new Error('a user with rights on part of the records acts in a transaction of somebody else');
  return actor;
}

class OpenRecordOperations<R extends ResourceDefinition> implements RecordOperations<R> {
  constructor(
    private readonly steps: OperationSteps,
    private readonly resource: R,
  ) {}

  async read(tx: Tx, actor: Actor, id: string): Promise<RecordOf<R>> {
    return this.typed(await this.steps.find(tx, this.call(tx, actor, 'read'), id));
  }

  async lock(tx: Tx, actor: Actor, id: string): Promise<Locked<R>> {
    const stored = await this.steps.lock(tx, this.call(tx, actor, 'read'), id, null, this.right('read'));
    const result = { record: this.typed(stored) } as Locked<R>;
    lockedRecords.set(result, stored);
    return result;
  }

  async create(
    tx: Tx,
    actor: Actor,
    values: NewValues<R>,
    { id = uuidv7(), state, action, withoutCommands }: CreateOptions<R> = {},
  ): Promise<RecordOf<R>> {
    const call = { ...this.call(tx, actor, 'create'), withoutCommands };
    if (state !== undefined && !initialStates(this.resource).includes(state))
      throw new Error(`no record of ${this.resource.name} begins in the state ${state}`);
    const input = parseOwnValues(this.resource, 'create', values);
    return this.written(await writeNew(this.steps, tx, call, id, input, { state, action }));
  }

  async createFrom(
    tx: Tx,
    actor: Actor,
    body: unknown,
    { id = uuidv7() }: Pick<CreateOptions<R>, 'id'> = {},
  ): Promise<RecordOf<R>> {
    return this.written(await createIn(this.steps, tx, this.call(tx, actor, 'create'), id, body));
  }

  async update(
    tx: Tx,
    actor: Actor,
    target: Target<R>,
    changes: Partial<RecordValuesOf<R>>,
    { version = null, derivesState, withoutCommands, ...recorded }: UpdateOptions = {},
  ): Promise<RecordOf<R>> {
    const call = { ...this.call(tx, actor, 'update'), withoutCommands };
    const before = await this.stored(tx, call, target, this.right('update'));
    if (version !== null && version !== before.record.version) throw new Problem('record.changed');
    const values = parseOwnValues(this.resource, 'update', changes);
    const deriveState = derivesState ? (after: AnyRecord) => this.derivedState(tx, actor, after) : undefined;
    return this.written(
      await applyUpdate(this.steps, tx, call, before, {}, values, { ...recorded, deriveState }),
    );
  }

  async transition(
    tx: Tx,
    actor: Actor,
    target: Target<R>,
    name: string,
    ...[input = {}, options = {}]: [input?: unknown, options?: TransitionChoices]
  ): Promise<RecordOf<R>> {
    const { version = null, withoutCommands, ...choices } = options;
    const call = { ...this.call(tx, actor), withoutCommands };
    const found = typeof target === 'string' ? target : this.lockedRecord(target);
    return this.written(
      await transitionIn(this.steps, tx, call, found, name, version, { ...choices, input }),
    );
  }

  async delete(tx: Tx, actor: Actor, target: Target<R>, action?: string): Promise<void> {
    const call = this.call(tx, actor, 'delete');
    await deleteIn(this.steps, tx, call, await this.stored(tx, call, target, this.right('delete')), action);
  }

  recompute(tx: Tx, actor: Actor, ids: readonly string[]): Promise<string[]> {
    return recomputeStates(this.steps, tx, this.call(tx, actor), ids);
  }

  serve({ actor, language }: Pick<Call, 'actor' | 'language'>, id: string): Promise<Presented> {
    return readRecord(this.steps, { resource: this.resource, actor, language }, id);
  }

  private right(operation: string): string {
    return `${this.resource.rights}.${operation}`;
  }
  /** Refuses an actor without the right, before anything is read. Routes may offer fewer operations than these. */
  private call(tx: Tx, actor: Actor, operation?: string): Call {
    const call = { resource: this.resource, actor: actorIn(tx, actor), language: actor.language };
    if (operation && !may(actor, this.right(operation))) throw new Problem('security.insufficient-privilege');
    return call;
  }

  private lockedRecord(target: Locked<R>): StoredRecord {
    const stored = lockedRecords.get(target);
    if (!stored) throw new Error(`a record of ${this.resource.name} was not locked by its operations`);
    return stored;
  }
  private async stored(tx: Tx, call: Call, target: Target<R>, right: string): Promise<StoredRecord> {
    if (typeof target === 'string') return this.steps.lock(tx, call, target, null, right);
    const stored = this.lockedRecord(target);
    this.steps.permit(call, stored, right);
    return stored;
  }

  private async derivedState(tx: Tx, actor: Actor, after: AnyRecord): Promise<string> {
    const derived = this.resource.lifecycle?.derivedFrom;
    if (!derived) throw new Error(`no state of ${this.resource.name} is derived`);
    return derived.states.includes(after.state) ? derived.state(tx, { record: after, actor }) : after.state;
  }

  private written({ stored }: Outcome): RecordOf<R> {
    return this.typed(stored);
  }
  /** Rows are read by the definition of the resource, which its type was made from. */
  private typed({ record }: StoredRecord): RecordOf<R> {
    return record;
  }
}

/** The operations of a service on its records, over the steps of its pipeline. */
export class OpenResources implements Resources {
  constructor(private readonly steps: OperationSteps) {}

  of<R extends ResourceDefinition>(resource: R): RecordOperations<R> {
    // Throws for a resource of another service.
    this.steps.store.statements(resource);
    return new OpenRecordOperations(this.steps, resource);
  }
}
