import { AsyncLocalStorage } from 'node:async_hooks';
import { DEFAULT_TIME_ZONE } from '@coulisse/contracts';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool, QueryResultRow } from 'pg';
import type { Logger } from 'pino';
import { isScoped, type Actor } from '../actor';
import type { BatchQuery } from './batch';
import { Problem } from '../problem/problem';
import { runBatch, createPool, transact, type Connection } from './pool';
import { RequestPool } from './request-pool';
import { tenantStatement, TenantTx, type TxHooks } from './tenant-tx';
import type { Database, PlatformDatabase, PlatformTx, SqlResult, Statement, Tx } from './types';

interface Scope extends TxHooks {
  tenantId: string;
  connection: Connection;
  /** True in the transaction of an idempotent request, which the handler's `inTenant` calls join. */
  joinable: boolean;
  /** The last joined part: they run one after the other, because savepoints of one connection cannot overlap. */
  turn: Promise<unknown>;
  /** Parts that have joined so far: each has a savepoint of its own name. */
  parts: number;
}

export interface PlatformSettings {
  platformUrl: string;
  applicationName: string;
  poolSize: number;
  log: Logger;
}

/** A database accessed by one role without tenants: the gateway's own, or a service's platform scope. */
export class PlatformScope implements PlatformDatabase {
  private readonly pool: Pool;

  constructor(protected readonly settings: PlatformSettings) {
    const { platformUrl, applicationName, poolSize, log } = settings;
    this.pool = createPool({
      url: platformUrl,
      applicationName: `${applicationName}-platform`,
      zone: DEFAULT_TIME_ZONE,
      size: poolSize,
      log,
    });
  }

  async inPlatform<R>(reason: string, work: (tx: PlatformTx) => Promise<R>): Promise<R> {
    this.settings.log.debug({ reason }, 'database.platform_scope');
    return transact(this.pool, [], (connection) => work({ sql: connection }));
  }

  async askPlatform<R extends QueryResultRow>(reason: string, statement: Statement): Promise<SqlResult<R>> {
    this.settings.log.debug({ reason }, 'database.platform_scope');
    const [result] = await runBatch(this.pool, [statement]);
    return result as SqlResult<R>;
  }

  async ping(): Promise<void> {
    await this.pool.query('SELECT 1');
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

export interface DatabaseSettings extends PlatformSettings {
  url: string;
  /** Topics that may be written to the outbox. */
  published: ReadonlySet<string>;
  /** Called after the commit of a transaction that wrote to the outbox. */
  onOutbox?: () => void;
  /**
   * For tables that are empty in the morning and full within minutes: a statement whose plan was made while the table was
   * small would go on reading all of it. The statements of tenants then use an index wherever one serves.
   */
  readsByIndex?: boolean | undefined;
  /** Whether the statements of a transaction are planned once a connection; those of `batch`, which read lists, are planned for their values. */
  plansOnce?: boolean | undefined;
  /** Time zone of a tenant; undefined for the default one. */
  zoneOf?: (tenantId: string) => string | undefined;
}

/** A service's database: tenant transactions with row-level security, and the platform scope beside them. */
export class ServiceDatabase extends PlatformScope implements Database {
  private readonly tenants: Pool;
  private readonly scope = new AsyncLocalStorage<Scope>();

  constructor(private readonly own: DatabaseSettings) {
    super({ ...own, poolSize: Math.max(2, Math.ceil(own.poolSize / 3)) });
    const { url, applicationName, poolSize, log, readsByIndex = false } = own;
    this.tenants = createPool({ url, applicationName, size: poolSize, log, readsByIndex });
  }

  async inTenant<R>(actor: Actor, work: (tx: Tx) => Promise<R>): Promise<R> {
    const outer = this.scope.getStore();
    if (!outer) return this.open(actor, false, work);
    if (!outer.joinable) throw new Error('a tenant transaction is already open here: pass its tx on instead');
    const result = outer.turn.then(() => this.join(outer, actor, work));
    outer.turn = result.catch(() => undefined);
    return result;
  }

  async batch(actor: Actor, statements: readonly Statement[]): Promise<SqlResult<QueryResultRow>[]> {
    const first = this.tenantStatement(actor, false);
    if (!this.scope.getStore()) return (await runBatch(this.tenants, [first, ...statements])).slice(1);
    return this.inTenant(actor, ({ sql }) => sql.batch(statements));
  }

  async inJoinableTenant<R>(actor: Actor, work: (tx: Tx) => Promise<R>): Promise<R> {
    return this.open(actor, true, work);
  }

  zoneOf(tenantId: string | null): string {
    return (tenantId !== null && this.own.zoneOf?.(tenantId)) || DEFAULT_TIME_ZONE;
  }

  currentZone(): string {
    return this.zoneOf(this.scope.getStore()?.tenantId ?? null);
  }

  prisma<Client>(make: (adapter: PrismaPg) => Client): Client {
    const pool = new RequestPool(() => {
      const current = this.scope.getStore();
      if (!current) throw new Error('Prisma works inside a tenant transaction only');
      return current.connection;
    });
    return make(new PrismaPg(pool));
  }

  override async ping(): Promise<void> {
    await Promise.all([super.ping(), this.tenants.query('SELECT 1')]);
  }

  override async close(): Promise<void> {
    await Promise.all([super.close(), this.tenants.end()]);
  }

  private async open<R>(actor: Actor, joinable: boolean, work: (tx: Tx) => Promise<R>): Promise<R> {
    const first = [this.tenantStatement(actor, this.own.plansOnce)];
    const tenantId = actor.tenantId!;
    const after: (() => void)[] = [];
    let wrote = false;
    const result = await transact(this.tenants, first, (connection) => {
      const scope: Scope = {
        tenantId,
        connection,
        joinable,
        turn: Promise.resolve(),
        parts: 0,
        published: this.own.published,
        afterCommit: (callback) => after.push(callback),
        onOutboxWrite: () => {
          wrote = true;
        },
      };
      // `await` inside the scope: a lazy promise (Prisma's) must run before the scope is left.
      return this.scope.run(scope, async () => await work(this.tenantTx(actor, connection, scope)));
    });
    if (wrote) this.own.onOutbox?.();
    for (const callback of after) this.runAfterCommit(callback);
    return result;
  }

  private async join<R>(outer: Scope, actor: Actor, work: (tx: Tx) => Promise<R>): Promise<R> {
    if (actor.tenantId !== outer.tenantId) throw new Error('a transaction works for one tenant only');
    const { connection } = outer;
    const name = `joined_${++outer.parts}`;
    const savepoint: BatchQuery = { text: `SAVEPOINT ${name}` };
    connection.savepoint(savepoint);
    if (isScoped(actor)) connection.defer(this.tenantStatement(actor, this.own.plansOnce));
    try {
      const after: (() => void)[] = [];
      const inner: Scope = { ...outer, joinable: false, afterCommit: (callback) => after.push(callback) };
      const tx = this.tenantTx(actor, connection, inner);
      const result = await this.scope.run(inner, async () => await work(tx));
      await connection.release(savepoint, { text: `RELEASE SAVEPOINT ${name}` });
      // Callbacks of a part that is rolled back to its savepoint are dropped.
      after.forEach(outer.afterCommit);
      return result;
    } catch (error) {
      // A savepoint that was never sent needs no rollback.
      if (!connection.dropFrom(savepoint)) await connection.query(`ROLLBACK TO SAVEPOINT ${name}`);
      throw error;
    }
  }

  private tenantStatement(actor: Actor, plansOnce = false): BatchQuery {
    const tenantId = tenantOf(actor);
    return tenantStatement(tenantId, actor, this.zoneOf(tenantId), plansOnce);
  }

  private tenantTx(actor: Actor, connection: Connection, scope: Scope): TenantTx {
    const { tenantId } = scope;
    return new TenantTx(tenantId, this.zoneOf(tenantId), actor, connection, scope);
  }

  private runAfterCommit(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      this.own.log.error({ err: error }, 'database.after_commit_failed');
    }
  }
}

/** The platform's staff have no tenant and may not read tenant data. */
function tenantOf({ kind, tenantId }: Actor): string | null {
  if (kind === 'staff' && tenantId === null) throw new Problem('security.insufficient-privilege');
  return tenantId;
}

/** A database of one role, for a process without tenants such as the gateway. */
export const openPlatformDatabase = (settings: PlatformSettings): PlatformDatabase =>
  new PlatformScope(settings);
