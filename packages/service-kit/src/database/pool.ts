import pg, { type Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';
import { Batch, type BatchQuery } from './batch';
import { checkDriver } from './check-driver';
import { StatementNames } from './statement-names';
import type { Sql, SqlResult } from './types';
import { WaitingRecords } from './waiting-records';

export interface PoolSettings {
  url: string;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  size: number;
  log: Logger;
  /** Longest statement, in ms. */
  statementTimeoutMs?: number;
  /** Time zone of local dates in SQL, outside the transactions of tenants. */
  zone?: string;
  /** Whether statements read tables by their indexes wherever one serves, however small the table looks. */
  readsByIndex?: boolean;
}

const { builtins, getTypeParser } = pg.types;
const DATE: number = builtins.DATE;
const INT8: number = builtins.INT8;

function integer(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`);
  return value;
}

/** A date is a day, not a moment; counts and sums of integers are numbers. Numerics stay text: they are money. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === DATE) return (text: string) => text;
    if (format !== 'binary' && oid === INT8) return integer;
    return getTypeParser(oid, format) as unknown;
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** Longest wait for a connection: what a thousand buyers of one seat need, one after the other, on a busy machine. */
const CONNECTION_WAIT_MS = 10_000;

/**
 * Connections that stay open once they were used. A new one parses each statement, and plans it up to five times: with
 * orders a minute apart, each buyer would pay for that.
 */
const WARM_CONNECTIONS = 3;

/** A pool with timeouts for connecting, waiting for a lock, running a statement and idling in a transaction. */
export function createPool({
  url,
  applicationName,
  size,
  log,
  statementTimeoutMs = 5_000,
  zone,
  readsByIndex = false,
}: PoolSettings): Pool {
  checkDriver();
  const options = [
    ...(zone === undefined ? [] : [`-c app.zone=${zone}`]),
    ...(readsByIndex ? ['-c enable_seqscan=off'] : []),
  ];
  const pool = new pg.Pool({
    connectionString: url,
    application_name: applicationName,
    ...(options.length > 0 ? { options: options.join(' ') } : {}),
    max: size,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    idleTimeoutMillis: 30_000,
    min: Math.min(size, WARM_CONNECTIONS),
    // Such a connection may rest for hours: a firewall that forgot it would make its next user wait.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 15_000,
    types,
  });
  // The pool handles errors of a connection only while it is idle: without this listener, losing the server between two
  // statements of a transaction would end the process. The transaction fails at its next statement.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'database.connection_lost'));
  });
  pool.on('error', () => undefined);
  return pool;
}

/** Statements of every transaction, prepared once on each connection. */
const BEGIN: BatchQuery = { name: 'kit_begin', text: 'BEGIN' };
const COMMIT: BatchQuery = { name: 'kit_commit', text: 'COMMIT' };

/** Sends statements in one message; returns the results in their order. */
function send(client: PoolClient, queries: readonly BatchQuery[]): Promise<pg.QueryResult[]> {
  return new Promise((resolve, reject) => {
    client.query(new Batch(queries, types, (error, results) => (error ? reject(error) : resolve(results))));
  });
}
const names = new StatementNames();
/** The statement under a name of its own, if it is sent often. */
const prepared = (query: BatchQuery): BatchQuery => {
  if (query.name !== undefined || !query.values?.length) return query;
  const name = names.nameOf(query.text);
  return name === undefined ? query : { ...query, name };
};
const resultOf = <R extends pg.QueryResultRow>({ rows, rowCount }: pg.QueryResult): SqlResult<R> => ({
  rows: rows as R[],
  rowCount: rowCount ?? 0,
});

/**
 * A transaction's connection; it throws once the transaction has ended, so that a forgotten promise does no harm.
 * Deferred statements (`defer`) are sent with the next statement or with the commit.
 */
export class Connection implements Sql {
  private open = true;
  private waiting: BatchQuery[] = [];
  private sent = false;
  private readonly records = new WaitingRecords();

  constructor(private readonly client: PoolClient) {}

  query<R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<SqlResult<R>> {
    // Only the simple protocol takes several statements in one text, and it takes no values.
    return values?.length ? this.run(prepared({ text, values })) : this.simple(text);
  }

  named<R extends pg.QueryResultRow>(
    name: string,
    text: string,
    values?: readonly unknown[],
  ): Promise<SqlResult<R>> {
    return this.run({ name, text, values });
  }

  async batch(statements: readonly BatchQuery[]): Promise<SqlResult<pg.QueryResultRow>[]> {
    this.use();
    const results = await this.send(statements);
    return results.slice(results.length - statements.length).map((result) => resultOf(result));
  }

  /** Queues a statement to be sent with the next one. If it fails, so does that one; its result is discarded. */
  defer(query: BatchQuery): void {
    this.use();
    this.waiting.push(prepared(query));
  }

  /** Notes rows of the history and of the outbox: those of the history are written with the next statement, all with the commit. */
  record(history: readonly unknown[] | null, events: readonly (readonly unknown[])[]): void {
    this.use();
    this.records.add(history, events);
  }

  /** Queues a savepoint. What was recorded before it is not rolled back with what follows. */
  savepoint(query: BatchQuery): void {
    this.use();
    this.waiting.push(...this.records.take(), query);
  }

  /** The driver's own `query`, for Prisma's adapter. */
  async raw(...args: unknown[]): Promise<unknown> {
    this.use();
    // It may set a savepoint of its own, with which nothing from before it may be rolled back.
    this.waiting.push(...this.records.take());
    await this.flush();
    return (this.client.query as (...all: unknown[]) => Promise<unknown>).apply(this.client, args);
  }

  /**
   * Ends a savepoint: with the next statement when nothing is queued, at once when a statement is that could fail, so that
   * it fails inside its savepoint. One that was never sent, with nothing after it, is not sent at all.
   */
  async release(savepoint: BatchQuery, query: BatchQuery): Promise<void> {
    this.use();
    if (this.waiting.at(-1) === savepoint) this.waiting.pop();
    else if (this.waiting.length === 0) this.waiting.push(query);
    else await this.run(query);
  }

  /** Drops the queued statements from a savepoint on; returns whether the savepoint was still queued. */
  dropFrom(savepoint: BatchQuery): boolean {
    this.records.clear();
    const place = this.waiting.indexOf(savepoint);
    this.waiting.length = Math.max(place, 0);
    return place >= 0;
  }

  /** Whether anything was sent to the server. */
  get begun(): boolean {
    return this.sent;
  }

  /** Sends the queued statements and the commit; returns the command tag of the server. */
  async commit(): Promise<string> {
    this.open = false;
    this.waiting.push(...this.records.take());
    const results = await this.send([COMMIT]);
    return results.at(-1)!.command;
  }

  close(): void {
    this.open = false;
    this.waiting = [];
    this.records.clear();
  }

  private async simple<R extends pg.QueryResultRow>(text: string): Promise<SqlResult<R>> {
    this.use();
    await this.flush();
    return resultOf<R>(await this.client.query<R>(text));
  }

  private async run<R extends pg.QueryResultRow>(query: BatchQuery): Promise<SqlResult<R>> {
    this.use();
    return resultOf<R>((await this.send([query])).at(-1)!);
  }

  private async flush(): Promise<void> {
    if (this.waiting.length > 0 || this.records.isDue) await this.send([]);
  }

  private async send(queries: readonly BatchQuery[]): Promise<pg.QueryResult[]> {
    const due = this.records.isDue ? this.records.take() : [];
    const all = [...this.waiting, ...due, ...queries];
    this.waiting = [];
    this.sent = true;
    try {
      return await send(this.client, all);
    } catch (error) {
      // The driver's stack trace ends in its socket; this one shows the caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  private use(): void {
    if (!this.open) throw new Error('the transaction is over: a promise was not awaited inside it');
  }
}

/**
 * BEGIN (and `first`, sent with it) … COMMIT on one connection, ROLLBACK when `work` throws. READ COMMITTED:
 * constraints and conditional writes protect invariants.
 */
export async function transact<R>(
  pool: Pool,
  first: readonly BatchQuery[],
  work: (connection: Connection) => Promise<R>,
): Promise<R> {
  const client = await pool.connect();
  const connection = new Connection(client);
  let broken: Error | undefined;
  try {
    for (const query of [BEGIN, ...first]) connection.defer(query);
    const result = await work(connection);
    const answer = await connection.commit();
    // PostgreSQL answers ROLLBACK to the COMMIT of a transaction in which a statement failed.
    if (answer !== 'COMMIT') throw new Error('a statement of the transaction failed, so nothing was written');
    return result;
  } catch (error) {
    connection.close();
    if (connection.begun)
      await client.query('ROLLBACK').catch((lost: Error) => {
        broken = lost;
      });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs statements as a whole transaction in one round trip. */
export async function runBatch(
  pool: Pool,
  queries: readonly BatchQuery[],
): Promise<SqlResult<pg.QueryResultRow>[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return (await send(client, queries)).map((result) => resultOf(result));
  } catch (error) {
    // An error of a statement leaves the connection usable.
    if (!(error instanceof pg.DatabaseError)) broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}
