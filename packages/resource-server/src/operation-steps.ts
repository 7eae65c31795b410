import {
  baseName,
  blockersOf,
  pendingNumbers,
  type AnyRecord,
  type Locales,
  type Operation,
  type ResourceDefinition,
} from '@coulisse/resource';
import type { Topic, TopicEvent } from '@coulisse/contracts';
import { validate as isUuid } from 'uuid';
import { may, type Actor } from '@coulisse/service-kit/actor';
import type { Tx } from '@coulisse/service-kit/database';
import { Problem } from '@coulisse/service-kit/problem';
import type { ServiceContext } from '@coulisse/service-kit/service';
import { canonical } from './codec';
import { fieldCipherFor } from './encryption/encryption';
import type { FieldCipher } from './encryption/field-cipher';
import { redactChanges } from './encryption/redact-changes';
import { FileDirectory } from './files/file-directory';
import { Jobs } from '@coulisse/job-runner';
import { presentActions } from './lifecycle';
import { blockedBy, presentRecord } from './present';
import { Store } from './store';
import type {
  Call,
  Changes,
  Command,
  Commands,
  ComputedColumns,
  LabelsByTarget,
  StoredRecord,
  Presented,
  Row,
  TenantPredicate,
} from './types';

export interface PipelineSettings {
  resources: readonly ResourceDefinition[];
  commands?: Commands;
  computed?: ComputedColumns;
  /** Texts of the resources: headers and labels of exports and imports. */
  locales?: Locales;
  /** By kind of job: the last segment of the right that lets users other than the owner see it. */
  jobRights?: Readonly<Record<string, string>>;
  /** The tenant condition of statements; only the test of row-level security replaces it. */
  tenantPredicate?: TenantPredicate;
  /** The cipher for encrypted fields; default: with the keys of the configuration. */
  cipher?: FieldCipher;
}

/** The steps of an operation on a record; the operations (`operations/`) call them in order. */
export class OperationSteps {
  readonly store: Store;
  /** Files that records refer to. */
  readonly files: FileDirectory;
  /** Work that runs longer than its request. */
  readonly jobs: Jobs;

  constructor(
    readonly ctx: ServiceContext,
    readonly settings: PipelineSettings,
  ) {
    const { resources, cipher = fieldCipherFor(resources, ctx.config) } = settings;
    // Only a service whose manifest names the client has it; the context of a test may have no clients.
    const clients = ctx.clients as ServiceContext['clients'] | undefined;
    const peer = clients && 'files' in clients ? clients.files : undefined;
    this.files = new FileDirectory(peer);
    this.store = new Store(resources, { ...settings, cipher, files: this.files });
    this.jobs = new Jobs(ctx.db, settings.jobRights ?? {});
  }

  authorise({ resource, actor }: Call, operation: Operation): void {
    if (!resource.operations.includes(operation)) throw new Problem('http.404');
    if (!may(actor, `${resource.rights}.${operation}`)) throw new Problem('security.insufficient-privilege');
  }

  /** The actor, within the tenant of the call. `id` matters only for resources whose records are tenants. */
  actorInTenant({ resource, actor }: Call, id: string | null): Actor & { tenantId: string } {
    if (id !== null && !isUuid(id)) throw new Problem('http.404');
    const tenantId = resource.tenancy === 'self' && actor.tenantId === null ? id : actor.tenantId;
    if (!tenantId) throw new Problem('security.insufficient-privilege');
    if (resource.tenancy === 'self' && id !== null && id !== tenantId) throw new Problem('http.404');
    return { ...actor, tenantId };
  }
  /** One transaction of that tenant. */
  async inTransaction<R>(call: Call, id: string | null, work: (tx: Tx) => Promise<R>): Promise<R> {
    return this.ctx.db.inTenant(this.actorInTenant(call, id), work);
  }

  /** The current record. */
  async find(tx: Tx, { resource }: Call, id: string): Promise<StoredRecord> {
    const loaded = await this.store.read(tx, resource, id);
    if (!loaded) throw new Problem('http.404');
    return loaded;
  }
  /** The record, locked until the transaction ends. `version` is the one that the caller read; null accepts any. */
  async lock(tx: Tx, { resource }: Call, id: string, version: number | null): Promise<StoredRecord> {
    const loaded = await this.store.lock(tx, resource, id);
    if (!loaded) throw new Problem('http.404');
    if (version !== null && version !== loaded.record.version) throw new Problem('record.changed');
    return loaded;
  }

  /** Computes what the definition derives from the rest of the record. */
  derived(resource: ResourceDefinition, record: AnyRecord): AnyRecord {
    const derivedRecord = { ...record } as Row;
    for (const [field, derive] of Object.entries(resource.derive)) {
      const spec = resource.fields[field]?.spec;
      if (spec) derivedRecord[field] = canonical(spec, derive(derivedRecord as unknown as AnyRecord));
    }
    return derivedRecord as unknown as AnyRecord;
  }
  /** Derives values, then checks every rule against the record. */
  checked(resource: ResourceDefinition, record: AnyRecord): AnyRecord {
    const derivedRecord = this.derived(resource, record);
    const blockers = blockersOf(resource.rules, derivedRecord);
    if (blockers.length) throw blockedBy(blockers);
    return derivedRecord;
  }
  /** The numbers that the operation takes from their series. */
  async numbers(
    tx: Tx,
    resource: ResourceDefinition,
    operation: string,
    record: Row | AnyRecord,
  ): Promise<Row> {
    const taken: Row = {};
    for (const { field, series, prefix, year } of pendingNumbers(resource, operation, record))
      [taken[field]] = await tx.nextCode(series, prefix, year);
    return taken;
  }

  command(resource: ResourceDefinition, operation: string): Command | undefined {
    const { commands = {} } = this.settings;
    return commands[resource.name]?.[operation] ?? commands[baseName(resource)]?.[operation];
  }

  /**
   * Writes a change to the history, and its event to the outbox; both are sent to the database with the next statement.
   * `emittedAction` is the action passed to the definition's `emits`.
   */
  recordChange(
    tx: Tx,
    { resource }: Call,
    { record }: StoredRecord,
    action: string,
    changes: Changes,
    emittedAction = action,
  ): void {
    const emission = resource.emits?.(record, emittedAction);
    tx.recordChange({
      entity: baseName(resource),
      id: record.id,
      action,
      changes: redactChanges(resource, changes),
      // Topics of definitions are not typed; the outbox refuses one that the service does not publish.
      ...(emission && { topic: emission.topic as Topic, event: emission.event as TopicEvent<Topic> }),
    });
  }

  async present(tx: Tx, call: Call, loaded: StoredRecord): Promise<Presented> {
    const labels = await this.store.labels(tx, call.resource, [loaded.record], loaded.local);
    return this.presented(call, loaded, labels);
  }
  /** A record as it is served, with the labels that were read. */
  presented(call: Call, loaded: StoredRecord, labels: LabelsByTarget = loaded.local ?? new Map()): Presented {
    const presented: Row = presentRecord(call.resource, loaded, labels);
    presented._actions = presentActions(call, loaded.record, this.settings.locales);
    return presented as Presented;
  }
}
