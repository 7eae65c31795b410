import {
  blockersOf,
  transitionOf,
  transitionRight,
  type AnyRecord,
  type Operation,
  type ResourceDefinition,
} from '@coulisse/resource';
import type { Topic, TopicEvent } from '@coulisse/contracts';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { may, type Actor } from '../actor';
import type { Tx } from '../database/types';
import { Problem } from '../problem/problem';
import type { ServiceContext } from '../service/types';
import { canonical } from './codec';
import type { RawQuery } from './list-query';
import { completed, parseInput } from './parse';
import { fieldErrors, messageId, presentActions, presentRecord, transitionBlockers } from './present';
import { identified, Store, type ListPage } from './store';
import type {
  Call,
  Changes,
  Command,
  Commands,
  ComputedColumns,
  Loaded,
  Proceed,
  TenantPredicate,
} from './types';

type Row = Record<string, unknown>;
type Presented = Row & { id: string; version: number };

export interface PipelineSettings {
  resources: readonly ResourceDefinition[];
  commands?: Commands;
  computed?: ComputedColumns;
  /** The first lock; only the test that proves the second one opens it. */
  within?: TenantPredicate;
}

/**
 * What can be done to a resource, by whatever door it comes:
 * authorise → tenant → parse → derive → rules → lifecycle → transaction { write + history + outbox } → present.
 */
export class Pipeline {
  private readonly store: Store;

  constructor(
    private readonly ctx: ServiceContext,
    private readonly settings: PipelineSettings,
  ) {
    this.store = new Store(settings.resources, settings);
  }

  async list(call: Call, query: RawQuery): Promise<Omit<ListPage, 'items'> & { items: Row[] }> {
    const { resource, actor } = call;
    this.authorise(call, 'read');
    if (resource.tenancy === 'self' && actor.tenantId === null)
      return this.ctx.db.inPlatform(`list ${resource.name}`, async ({ sql }) => {
        const page = await this.store.list(sql, resource, null, query);
        return { ...page, items: page.items.map((loaded) => presentRecord(resource, loaded, new Map())) };
      });
    return this.within(call, null, async (tx) => {
      const page = await this.store.list(tx.sql, resource, tx.tenantId, query);
      const labels = await this.store.labels(
        tx,
        resource,
        page.items.map((loaded) => loaded.record),
      );
      return { ...page, items: page.items.map((loaded) => presentRecord(resource, loaded, labels)) };
    });
  }

  async read(call: Call, id: string): Promise<Presented> {
    this.authorise(call, 'read');
    return this.within(call, id, async (tx) => this.present(tx, call, await this.find(tx, call, id)));
  }

  async history(call: Call, id: string): Promise<{ items: Row[] }> {
    this.authorise(call, 'read');
    return this.within(call, id, async (tx) => {
      const items = await this.store.history(tx, call.resource, id);
      if (items.length === 0) await this.find(tx, call, id);
      return { items };
    });
  }

  async create(call: Call, body: unknown): Promise<Presented> {
    this.authorise(call, 'create');
    const id = uuidv7();
    return this.within(call, call.resource.tenancy === 'self' ? id : null, (tx) =>
      this.createIn(tx, call, id, body),
    );
  }

  /** `version` is the one that the caller saw; null changes whatever version there is. */
  async update(call: Call, id: string, version: number | null, body: unknown): Promise<Presented> {
    this.authorise(call, 'update');
    return this.within(call, id, async (tx) => {
      const { resource } = call;
      const before = await this.find(tx, call, id, version);
      const given = parseInput(resource, 'update', body);
      const input = { id, record: before.record, changes: given };
      return this.run(tx, call, 'update', input, async (more) => {
        const merged = identified(resource, { ...before.record, ...given, ...more }, before.record);
        const after = this.checked(resource, { ...before.record, ...merged });
        const changes = differences(resource, before.record, after);
        if (Object.keys(changes).length === 0) return before;
        await this.store.update(tx, resource, id, before.record.version, latest(changes));
        return this.told(tx, call, id, 'update', changes);
      });
    });
  }

  async delete(call: Call, id: string, version: number | null): Promise<void> {
    this.authorise(call, 'delete');
    await this.within(call, id, async (tx) => {
      const { resource } = call;
      const { record } = await this.find(tx, call, id, version);
      const proceed = async () => {
        await this.store.delete(tx, resource, id);
        await tx.history(resource.name, id, 'delete', differences(resource, record, null));
        await this.emit(tx, resource, record, 'delete');
        return record;
      };
      const command = this.command(resource, 'delete');
      await (command ? command({ id, record }, tx, this.ctx, proceed) : proceed());
    });
  }

  async transition(call: Call, id: string, name: string, version: number | null): Promise<Presented> {
    const { resource, actor } = call;
    const transition = transitionOf(resource, name);
    if (!transition) throw new Problem('transition.impossible');
    if (!may(actor, transitionRight(resource, name))) throw new Problem('security.insufficient-privilege');
    return this.within(call, id, async (tx) => {
      const before = await this.find(tx, call, id, version);
      const [first, ...rest] = transitionBlockers(resource, actor, before, name);
      if (first?.code === 'transition.impossible') throw new Problem('transition.impossible');
      if (first)
        throw new Problem(messageId(first.code), {
          params: first.params,
          status: 422,
          errors: fieldErrors([first, ...rest]),
        });
      return this.run(tx, call, name, { id, record: before.record }, async (more) => {
        const after = { ...before.record, ...more, state: transition.to };
        const changes = differences(resource, before.record, after);
        await this.store.update(tx, resource, id, before.record.version, latest(changes));
        return this.told(tx, call, id, name, changes);
      });
    });
  }

  /** Creates in a transaction that is already open: what other doors (consumers, rpc, commands) call. */
  async createIn(tx: Tx, call: Call, id: string, body: unknown): Promise<Presented> {
    const { resource } = call;
    const given = parseInput(resource, 'create', body);
    const fields = completed(resource.fields, given);
    return this.run(tx, call, 'create', { ...fields, id }, async (more) => {
      const now = new Date().toISOString();
      const record = this.checked(resource, {
        ...identified(resource, { ...fields, ...more }, null),
        ...(resource.lifecycle ? { state: resource.lifecycle.states[0] } : {}),
        id,
        version: 1,
        createdAt: now,
        updatedAt: now,
      } as unknown as AnyRecord);
      await this.store.insert(tx, resource, id, record as unknown as Row);
      return this.told(tx, call, id, 'create', differences(resource, null, record));
    });
  }

  private authorise({ resource, actor }: Call, operation: Operation): void {
    if (!resource.operations.includes(operation)) throw new Problem('http.404');
    if (!may(actor, `${resource.rights}.${operation}`)) throw new Problem('security.insufficient-privilege');
  }

  /** One transaction of the tenant that the call is about. `id` only matters where records are tenants themselves. */
  private async within<R>(
    { resource, actor }: Call,
    id: string | null,
    work: (tx: Tx) => Promise<R>,
  ): Promise<R> {
    if (id !== null && !isUuid(id)) throw new Problem('http.404');
    const tenantId = resource.tenancy === 'self' && actor.tenantId === null ? id : actor.tenantId;
    if (!tenantId) throw new Problem('security.insufficient-privilege');
    if (resource.tenancy === 'self' && id !== null && id !== tenantId) throw new Problem('http.404');
    const inside: Actor = actor.tenantId === tenantId ? actor : { ...actor, tenantId };
    return this.ctx.db.inTenant(inside, work);
  }

  /** The record, locked when a version says that it will be changed. */
  private async find(tx: Tx, { resource }: Call, id: string, version?: number | null): Promise<Loaded> {
    const loaded = await this.store.read(tx, resource, id, version !== undefined);
    if (!loaded) throw new Problem('http.404');
    if (typeof version === 'number' && version !== loaded.record.version) throw new Problem('record.changed');
    return loaded;
  }

  /** Derives, then holds every rule against the whole record. */
  private checked(resource: ResourceDefinition, record: AnyRecord): AnyRecord {
    const whole = { ...record } as Row;
    for (const [field, derive] of Object.entries(resource.derive)) {
      const spec = resource.fields[field]?.spec;
      if (spec) whole[field] = canonical(spec, derive(whole as unknown as AnyRecord));
    }
    const blockers = blockersOf(resource.rules, whole as unknown as AnyRecord);
    const [first] = blockers;
    if (first)
      throw new Problem(messageId(first.code), {
        params: first.params,
        status: 422,
        errors: fieldErrors(blockers),
      });
    return whole as unknown as AnyRecord;
  }

  /** Does an operation, by its command when there is one. */
  private async run(
    tx: Tx,
    call: Call,
    operation: string,
    input: Row,
    write: (more: Row) => Promise<Loaded>,
  ): Promise<Presented> {
    const command = this.command(call.resource, operation);
    if (!command) return this.present(tx, call, await write({}));
    const proceed: Proceed = async (more = {}) => (await write(more)).record;
    return this.answer(tx, call, await command(input, tx, this.ctx, proceed));
  }
  /** Writes what happened to a record for those who look back, and for other services. */
  private async told(tx: Tx, call: Call, id: string, action: string, changes: Changes): Promise<Loaded> {
    const loaded = await this.find(tx, call, id);
    await tx.history(call.resource.name, id, action, changes);
    await this.emit(tx, call.resource, loaded.record, action);
    return loaded;
  }
  private async emit(tx: Tx, resource: ResourceDefinition, record: AnyRecord, action: string): Promise<void> {
    const emission = resource.emits?.(record, action);
    // The definition knows no topics; the outbox refuses one that the service does not publish.
    if (emission) await tx.publish(emission.topic as Topic, record.id, emission.event as TopicEvent<Topic>);
  }

  private command(resource: ResourceDefinition, operation: string): Command | undefined {
    return this.settings.commands?.[resource.name]?.[operation];
  }
  /** What a command answers: its record as it now stands, and what the command adds to it (a password shown once). */
  private async answer(tx: Tx, call: Call, result: Row): Promise<Presented> {
    const loaded = typeof result.id === 'string' ? await this.store.read(tx, call.resource, result.id) : null;
    if (!loaded) return result as Presented;
    const presented = await this.present(tx, call, loaded);
    const extra = Object.entries(result).filter(([name]) => !(name in presented) && name !== 'tenantId');
    return { ...presented, ...Object.fromEntries(extra) };
  }
  private async present(tx: Tx, { resource, actor, language }: Call, loaded: Loaded): Promise<Presented> {
    const labels = await this.store.labels(tx, resource, [loaded.record]);
    return {
      ...presentRecord(resource, loaded, labels),
      _actions: presentActions(resource, actor, language, loaded),
    } as unknown as Presented;
  }
}

/** The values that changes lead to. */
const latest = (changes: Changes): Row =>
  Object.fromEntries(Object.entries(changes).map(([field, [, now]]) => [field, now]));

/** Fields that differ, each with its old and new value. */
function differences(
  resource: ResourceDefinition,
  before: AnyRecord | null,
  after: AnyRecord | null,
): Changes {
  const names = [...Object.keys(resource.fields), ...(resource.lifecycle ? ['state'] : [])];
  const pairs = names.map((name): [string, [unknown, unknown]] => [
    name,
    [before?.[name as 'state'] ?? null, after?.[name as 'state'] ?? null],
  ]);
  return Object.fromEntries(pairs.filter(([, [was, is]]) => JSON.stringify(was) !== JSON.stringify(is)));
}
