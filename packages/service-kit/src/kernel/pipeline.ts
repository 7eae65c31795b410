import {
  baseName,
  blockersOf,
  numbersDue,
  type AnyRecord,
  type Blocker,
  type Operation,
  type ResourceDefinition,
} from '@coulisse/resource';
import type { Topic, TopicEvent } from '@coulisse/contracts';
import { validate as isUuid } from 'uuid';
import { may, type Actor } from '../actor';
import type { Tx } from '../database/types';
import { Problem } from '../problem/problem';
import type { Locales, ServiceContext } from '../service/types';
import { canonical } from './codec';
import { fieldCipherFor } from './encryption/encryption';
import type { FieldCipher } from './encryption/field-cipher';
import { hushedChanges } from './encryption/hushed-changes';
import { FileDirectory } from './files/file-directory';
import { Jobs } from './jobs/jobs';
import { presentActions } from './lifecycle';
import type { RawQuery } from './list-query';
import { archiveRecord } from './operations/archive';
import { createIn, createRecord } from './operations/create';
import { deleteRecord } from './operations/delete';
import { duplicateRecord } from './operations/duplicate';
import { listRecords } from './operations/list';
import { orderRecord } from './operations/order';
import { readRecord } from './operations/read';
import { revealField } from './operations/reveal';
import { moveRecord, settle, type MoveOptions } from './operations/transition';
import { updateIn, updateRecord } from './operations/update';
import { fieldErrors, messageId, presentRecord } from './present';
import { Store } from './store';
import type {
  Call,
  Changes,
  Command,
  Commands,
  ComputedColumns,
  LabelsByTarget,
  Loaded,
  Presented,
  Proceed,
  Row,
  TenantPredicate,
} from './types';

export interface PipelineSettings {
  resources: readonly ResourceDefinition[];
  commands?: Commands;
  computed?: ComputedColumns;
  /** Texts of the resources: headers and labels of what is exported and imported. */
  locales?: Locales;
  /** The first lock; only the test that proves the second one opens it. */
  within?: TenantPredicate;
  /** What encrypts fields; by the keys of the configuration unless told. */
  cipher?: FieldCipher;
}

/**
 * What can be done to a resource, by whatever door it comes:
 * authorise → tenant → parse → derive → rules → lifecycle → transaction { write + history + outbox } → present.
 * The steps are methods here; an operation (`operations/`) is a function that takes them in their order.
 */
export class Pipeline {
  readonly store: Store;
  /** Files that records point at. */
  readonly files: FileDirectory;
  /** Work that outlasts its request. */
  readonly jobs: Jobs;

  constructor(
    readonly ctx: ServiceContext,
    readonly settings: PipelineSettings,
  ) {
    const { resources, cipher = fieldCipherFor(resources, ctx.config) } = settings;
    // Only a service whose manifest names the client has it; the context of a test may have none at all.
    const clients = ctx.clients as ServiceContext['clients'] | undefined;
    const peer = clients && 'files' in clients ? clients.files : undefined;
    this.files = new FileDirectory(peer);
    this.store = new Store(resources, { ...settings, cipher, files: this.files });
    this.jobs = new Jobs(ctx.db);
  }

  list(call: Call, query: RawQuery) {
    return listRecords(this, call, query);
  }
  read(call: Call, id: string): Promise<Presented> {
    return readRecord(this, call, id);
  }
  create(call: Call, body: unknown): Promise<Presented> {
    return createRecord(this, call, body);
  }
  /** Creates in a transaction that is already open: what other doors (consumers, rpc, commands) call. */
  createIn(tx: Tx, call: Call, id: string, body: unknown): Promise<Presented> {
    return createIn(this, tx, call, id, body);
  }
  /** `version` is the one that the caller saw; null changes whatever version there is. */
  update(call: Call, id: string, version: number | null, body: unknown): Promise<Presented> {
    return updateRecord(this, call, id, version, body);
  }
  updateIn(tx: Tx, call: Call, id: string, version: number | null, body: unknown): Promise<Presented> {
    return updateIn(this, tx, call, id, version, body);
  }
  delete(call: Call, id: string, version: number | null): Promise<void> {
    return deleteRecord(this, call, id, version);
  }
  transition(
    call: Call,
    id: string,
    name: string,
    version: number | null,
    options: MoveOptions = {},
  ): Promise<Presented> {
    return moveRecord(this, call, id, name, version, options);
  }
  /** A new record with the values of another one, but for those that `overrides` gives. */
  duplicate(call: Call, id: string, overrides: unknown): Promise<Presented> {
    return duplicateRecord(this, call, id, overrides);
  }
  /** Puts a record away, or takes it out again. */
  archive(call: Call, id: string, archived: boolean, version: number | null): Promise<Presented> {
    return archiveRecord(this, call, id, archived, version);
  }
  /** Moves a record before another one, or to the end. */
  order(call: Call, id: string, before: string | null): Promise<Presented> {
    return orderRecord(this, call, id, before);
  }
  /** The value of a sensitive field; that it was shown is kept in the history. */
  reveal(call: Call, id: string, field: string): Promise<{ value: unknown }> {
    return revealField(this, call, id, field);
  }

  authorise({ resource, actor }: Call, operation: Operation): void {
    if (!resource.operations.includes(operation)) throw new Problem('http.404');
    if (!may(actor, `${resource.rights}.${operation}`)) throw new Problem('security.insufficient-privilege');
  }

  /** The actor, within the tenant that the call is about. `id` only matters where records are tenants themselves. */
  inside({ resource, actor }: Call, id: string | null): Actor & { tenantId: string } {
    if (id !== null && !isUuid(id)) throw new Problem('http.404');
    const tenantId = resource.tenancy === 'self' && actor.tenantId === null ? id : actor.tenantId;
    if (!tenantId) throw new Problem('security.insufficient-privilege');
    if (resource.tenancy === 'self' && id !== null && id !== tenantId) throw new Problem('http.404');
    return { ...actor, tenantId };
  }
  /** One transaction of that tenant. */
  async within<R>(call: Call, id: string | null, work: (tx: Tx) => Promise<R>): Promise<R> {
    return this.ctx.db.inTenant(this.inside(call, id), work);
  }

  /** The record, locked when a version says that it will be changed. */
  async find(tx: Tx, { resource }: Call, id: string, version?: number | null): Promise<Loaded> {
    const loaded =
      version === undefined
        ? await this.store.read(tx, resource, id)
        : await this.store.lock(tx, resource, id);
    if (!loaded) throw new Problem('http.404');
    if (typeof version === 'number' && version !== loaded.record.version) throw new Problem('record.changed');
    return loaded;
  }

  /** Computes what the definition derives from the rest of the record. */
  derived(resource: ResourceDefinition, record: AnyRecord): AnyRecord {
    const whole = { ...record } as Row;
    for (const [field, derive] of Object.entries(resource.derive)) {
      const spec = resource.fields[field]?.spec;
      if (spec) whole[field] = canonical(spec, derive(whole as unknown as AnyRecord));
    }
    return whole as unknown as AnyRecord;
  }
  /** Derives, then holds every rule against the whole record. */
  checked(resource: ResourceDefinition, record: AnyRecord): AnyRecord {
    const whole = this.derived(resource, record);
    const blockers = blockersOf(resource.rules, whole);
    if (blockers.length) throw blockedBy(blockers);
    return whole;
  }
  /** The numbers that the operation takes from their series. */
  async numbers(
    tx: Tx,
    resource: ResourceDefinition,
    operation: string,
    record: Row | AnyRecord,
  ): Promise<Row> {
    const taken: Row = {};
    for (const { field, series, prefix, year } of numbersDue(resource, operation, record))
      [taken[field]] = await tx.nextCode(series, prefix, year);
    return taken;
  }

  /** Does an operation, by its command when there is one, then what the record does by itself; presents it. */
  async run(
    tx: Tx,
    call: Call,
    operation: string,
    input: Row,
    write: (more: Row) => Promise<Loaded>,
  ): Promise<Presented> {
    const command = this.command(call.resource, operation);
    if (!command) return this.present(tx, call, await settle(this, tx, call, await write({})));
    let written: { loaded: Loaded; asked: number } | undefined;
    const proceed: Proceed = async (more = {}) => {
      const loaded = await write(more);
      written = { loaded, asked: tx.sql.asked };
      return loaded.record;
    };
    const result = await command(input, tx, this.ctx, proceed);
    // Nothing was asked of the database since it was written: it stands as it was written.
    const stands = result === written?.loaded.record && tx.sql.asked === written.asked;
    return this.answer(tx, call, result, stands ? written?.loaded : undefined);
  }
  command(resource: ResourceDefinition, operation: string): Command | undefined {
    const { commands = {} } = this.settings;
    return commands[resource.name]?.[operation] ?? commands[baseName(resource)]?.[operation];
  }

  /**
   * Writes what happened to a record, for those who look back and for other services: it goes to the database with what
   * comes next. `known` is what the definition's `emits` calls it.
   */
  tell(
    tx: Tx,
    { resource }: Call,
    { record }: Loaded,
    action: string,
    changes: Changes,
    known = action,
  ): void {
    const emission = resource.emits?.(record, known);
    tx.tell({
      entity: baseName(resource),
      id: record.id,
      action,
      changes: hushedChanges(resource, changes),
      // The definition knows no topics; the outbox refuses one that the service does not publish.
      ...(emission && { topic: emission.topic as Topic, event: emission.event as TopicEvent<Topic> }),
    });
  }

  async present(tx: Tx, call: Call, loaded: Loaded): Promise<Presented> {
    const labels = await this.store.labels(tx, call.resource, [loaded.record], loaded.local);
    return this.presented(call, loaded, labels);
  }
  /** A record with the labels that are known. */
  presented(call: Call, loaded: Loaded, labels: LabelsByTarget = loaded.local ?? new Map()): Presented {
    const presented: Row = presentRecord(call.resource, loaded, labels);
    presented._actions = presentActions(call, loaded.record, this.settings.locales);
    return presented as Presented;
  }
  /** What a command answers: its record as it now stands, and what the command adds to it (a password shown once). */
  private async answer(tx: Tx, call: Call, result: Row, known?: Loaded): Promise<Presented> {
    const loaded =
      known ?? (typeof result.id === 'string' ? await this.store.read(tx, call.resource, result.id) : null);
    if (!loaded) return result as Presented;
    const presented = await this.present(tx, call, await settle(this, tx, call, loaded));
    const extra = Object.entries(result).filter(([name]) => !(name in presented) && name !== 'tenantId');
    return { ...presented, ...Object.fromEntries(extra) };
  }
}

/** The problem that rules raise. */
export const blockedBy = (blockers: readonly Blocker[], extensions: Row = {}): Problem => {
  const [first] = blockers;
  return new Problem(messageId(first?.code ?? 'internal'), {
    params: first?.params,
    status: 422,
    errors: fieldErrors(blockers),
    extensions,
  });
};
