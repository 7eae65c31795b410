import {
  baseName,
  blockersOf,
  rowBlockers,
  type AnyRecord,
  type Emission,
  type Locales,
  type Operation,
  type ResourceDefinition,
} from '@coulisse/resource';
import type { Topic, TopicEvent } from '@coulisse/contracts';
import { validate as isUuid } from 'uuid';
import { may, scopeOf, type Actor } from '@coulisse/service-kit/actor';
import type { SqlResult, Tx } from '@coulisse/service-kit/database';
import { Problem } from '@coulisse/service-kit/problem';
import type { ServiceContext } from '@coulisse/service-kit/service';
import { canonical } from './codec';
import { fieldCipherFor } from './encryption/encryption';
import type { FieldCipher } from './encryption/field-cipher';
import { redactChanges } from './encryption/redact-changes';
import { FileDirectory } from './files/file-directory';
import { Jobs } from '@coulisse/job-runner';
import { type Command, commandsByOperation } from './commands';
import { loadFacts } from './facts';
import { ReferenceCheck } from './references/check-references';
import { Republication } from './publication/republication';
import { needsFacts, presentActions } from './lifecycle';
import { numberFormatCommands, takeNumbers } from './numbers';
import { blockedBy, presentRecord } from './present';
import { derivation, withDerivedRows } from './rows';
import type { Resources } from './record-operations';
import type { Statement } from './statements';
import { runStatement, Store } from './store';
import type { Call, Changes, LabelsByTarget, StoredRecord, Presented, Row, TenantPredicate } from './types';
import { covers, visibilityOf, type Relation } from './visibility';

export interface PipelineSettings {
  resources: readonly ResourceDefinition[];
  commands?: readonly Command[];
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
export abstract class OperationSteps {
  /** The operations in an open transaction, as commands receive them. */
  abstract readonly resources: Resources;
  /** Reads everything of a tenant; operations of an actor read through `storeFor`. */
  readonly store: Store;
  private readonly storesByRights = new WeakMap<readonly string[], Store>();
  /** Files that records refer to. */
  readonly files: FileDirectory;
  /** Records that are published again. */
  readonly republication: Republication;
  /** References to records of other services. */
  readonly references: ReferenceCheck;
  /** Work that runs longer than its request. */
  readonly jobs: Jobs;
  private readonly commands: ReadonlyMap<string, Command>;

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
    this.republication = new Republication(resources, this.store);
    // The context of a test may have no owners.
    this.references = new ReferenceCheck(ctx.db, ctx.owners ?? new Map());
    this.commands = commandsByOperation([...(settings.commands ?? []), ...numberFormatCommands(resources)]);
    this.jobs = new Jobs(ctx.db, settings.jobRights ?? {});
  }

  authorise({ resource, actor }: Call, operation: Operation): void {
    if (!resource.operations.includes(operation)) throw new Problem('http.404');
    if (!may(actor, `${resource.rights}.${operation}`)) throw new Problem('security.insufficient-privilege');
  }
  /** The store of what the actor sees. `narrowed` is the right for which records are read, when it is not `read`. */
  storeFor({ actor, resource }: Call, narrowed?: string): Store {
    const { resources } = this.settings;
    if (narrowed !== undefined) {
      const right = `${resource.rights}.${narrowed}`;
      return this.store.seenBy(visibilityOf(actor, resources, { resource, right }));
    }
    // An operation asks several times; an actor keeps its list of rights from one request to the next.
    const cached = this.storesByRights.get(actor.rights);
    if (cached) return cached;
    const store = this.store.seenBy(visibilityOf(actor, resources));
    this.storesByRights.set(actor.rights, store);
    return store;
  }
  /** Refuses if a right of the actor does not cover a record that they see. */
  permit({ actor }: Call, { relation = 'other' }: StoredRecord, right: string): void {
    if (!covers(scopeOf(actor, right), relation)) throw new Problem('security.insufficient-privilege');
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

  /** Asks other services for the files and records that a body names, before a transaction opens. */
  async prepare({ resource, actor }: Call, body: unknown): Promise<void> {
    await this.files.prepare(resource, actor.tenantId ?? '', body);
    await this.references.prepare(resource, actor.tenantId ?? '', body);
  }
  /** The current record, if the actor sees it; `right` must cover it, too. */
  async find(tx: Tx, call: Call, id: string, right?: string): Promise<StoredRecord> {
    const loaded = await this.storeFor(call).read(tx, call.resource, id);
    if (!loaded) throw new Problem('http.404');
    if (right !== undefined) this.permit(call, loaded, right);
    return loaded;
  }
  /**
   * The record, locked until the transaction ends, if the actor sees it and `right` covers it. `version` is the one that
   * the caller read; null accepts any.
   */
  async lock(
    tx: Tx,
    call: Call,
    id: string,
    version: number | null,
    right = `${call.resource.rights}.update`,
  ): Promise<StoredRecord> {
    const loaded = await this.storeFor(call).lock(tx, call.resource, id);
    if (!loaded) throw new Problem('http.404');
    this.permit(call, loaded, right);
    if (version !== null && version !== loaded.record.version) throw new Problem('record.changed');
    return loaded;
  }

  /** Computes what the definition derives from the rest of the record. */
  derived(resource: ResourceDefinition, record: AnyRecord): AnyRecord {
    const derivedRecord = { ...withDerivedRows(resource, record) } as Row;
    const zone = this.ctx.db.currentZone();
    for (const [field, derive] of Object.entries(resource.derive)) {
      const spec = resource.fields[field]?.spec;
      if (!spec) continue;
      const compute = () => derive(derivedRecord as unknown as AnyRecord, { zone });
      derivedRecord[field] = canonical(spec, derivation(`/${field}`, compute));
    }
    return derivedRecord as unknown as AnyRecord;
  }
  /** Derives values, then checks every rule against the record. */
  checked(resource: ResourceDefinition, record: AnyRecord): AnyRecord {
    const derivedRecord = this.derived(resource, record);
    const blockers = [
      ...rowBlockers(resource.fields, derivedRecord),
      ...blockersOf(resource.rules, derivedRecord),
    ];
    if (blockers.length) throw blockedBy(blockers);
    return derivedRecord;
  }
  /** The numbers that the operation takes from their series, and the dates that they follow. */
  async numbers(
    tx: Tx,
    resource: ResourceDefinition,
    operation: string,
    record: Row | AnyRecord,
  ): Promise<Row> {
    return takeNumbers(tx, resource, operation, record, this.settings.resources);
  }

  /** The command that replaces an operation; a variant uses those of its base, unless it has its own. */
  command(resource: ResourceDefinition, operation: string): Command | undefined {
    return (
      this.commands.get(`${resource.name} ${operation}`) ??
      this.commands.get(`${baseName(resource)} ${operation}`)
    );
  }

  /** The facts of a record, by one statement; undefined if its lifecycle has none. */
  async facts(tx: Tx, { resource, actor }: Call, record: AnyRecord): Promise<unknown> {
    const [facts] = await loadFacts(resource, actor, tx.tenantId, [record], (statement) =>
      runStatement(tx.sql, statement),
    );
    return facts;
  }
  /** The facts that `_actions` depends on. */
  async actionFacts(
    { resource }: Call,
    actor: Actor & { tenantId: string },
    record: AnyRecord,
    send: (statement: Statement) => Promise<SqlResult<Row>>,
  ): Promise<unknown> {
    if (!needsFacts(resource, record)) return undefined;
    const [facts] = await loadFacts(resource, actor, actor.tenantId, [record], send);
    return facts;
  }

  /**
   * Writes a change to the history, and its events to the outbox; all are sent to the database with the next statement.
   * `emitted` is the action passed to the definition's `emits`, or the event itself; by default the action.
   */
  recordChange(
    tx: Tx,
    { resource, actor }: Call,
    stored: StoredRecord,
    action: string,
    changes: Changes,
    emitted: string | { readonly event: Emission | null } = action,
  ): void {
    const { record } = stored;
    const name = baseName(resource);
    const publication = this.republication.publications.get(name);
    const emission = typeof emitted === 'string' ? resource.emits?.(record, emitted) : emitted.event;
    tx.recordChange({
      entity: name,
      id: record.id,
      action,
      changes: redactChanges(resource, changes),
      actor,
      ...(publication && {
        published: emitted === 'delete' ? publication.deleted(record) : publication.changed(stored),
      }),
      // Topics of definitions are not typed; the outbox refuses one that the service does not publish.
      ...(emission && { topic: emission.topic as Topic, event: emission.event as TopicEvent<Topic> }),
    });
    if (action !== 'create' && action !== 'delete')
      this.republication.requestDependents(tx, resource, record.id, changes);
  }

  /** True if the actor may read and write the sensitive fields of a record. */
  maySee({ resource, actor }: Call, relation: Relation = 'other'): boolean {
    return covers(scopeOf(actor, `${resource.rights}.sensitive`), relation);
  }
  /** Refuses values of sensitive fields from an actor who may not see them. A new record is the actor's own. */
  refuseSensitive(call: Call, values: Row, relation: Relation = 'other'): void {
    const { fields } = call.resource;
    const sensitive = Object.keys(values).filter((field) => fields[field]?.spec.sensitive);
    if (sensitive.length === 0 || this.maySee(call, relation)) return;
    throw new Problem('security.insufficient-privilege', {
      errors: sensitive.map((field) => ({ pointer: `/${field}`, code: 'security.insufficient-privilege' })),
    });
  }

  /** Operations that the actor may do to other records of the resource, and not to this one. */
  private deniedOperations({ resource, actor }: Call, { relation }: StoredRecord): Operation[] {
    if (relation === undefined) return [];
    const offered = [...resource.operations, ...resource.customRoutes];
    return (['update', 'delete'] as const).filter((operation) => {
      const scope = scopeOf(actor, `${resource.rights}.${operation}`);
      return offered.includes(operation) && scope !== null && !covers(scope, relation);
    });
  }

  async present(tx: Tx, call: Call, loaded: StoredRecord): Promise<Presented> {
    const labels = await this.storeFor(call).labels(tx, call.resource, [loaded.record], loaded.local);
    const facts = needsFacts(call.resource, loaded.record)
      ? await this.facts(tx, call, loaded.record)
      : undefined;
    return this.presented(call, loaded, labels, facts);
  }
  /** A record as it is served, with the labels that were read. */
  presented(
    call: Call,
    loaded: StoredRecord,
    labels: LabelsByTarget = loaded.local ?? new Map(),
    facts?: unknown,
  ): Presented {
    const presented: Row = presentRecord(call.resource, loaded, labels, this.maySee(call, loaded.relation));
    presented._actions = presentActions(call, loaded.record, this.settings.locales, facts, loaded.relation);
    if (loaded.states) presented._states = loaded.states;
    const denied = this.deniedOperations(call, loaded);
    if (denied.length > 0) presented._denied = denied;
    return presented as Presented;
  }
}
