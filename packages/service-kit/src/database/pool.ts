import pg, { type Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';
import { Batch, type BatchQuery } from './batch';
import type { Sql, SqlResult } from './types';

export interface PoolSettings {
  url: string;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  size: number;
  log: Logger;
  /** Longest statement, in ms. */
  statementTimeoutMs?: number;
}

const { builtins, getTypeParser } = pg.types;

function integer(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`);
  return value;
}

/** A date is a day, not a moment; counts and sums of integers are numbers. Numerics stay text: they are money. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === builtins.DATE) return (text: string) => text;
    if (format !== 'binary' && oid === builtins.INT8) return integer;
    return getTypeParser(oid, format as 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** A pool with a limit on everything that could hang: connecting, waiting for a lock, running, idling in a transaction. */
export function createPool({
  url,
  applicationName,
  size,
  log,
  statementTimeoutMs = 5_000,
}: PoolSettings): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: applicationName,
    max: size,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 15_000,
    types,
  });
  // The pool listens to a connection only while it is idle: a server that goes away between two statements of a
  // transaction would otherwise end the process. The transaction learns of it from its next statement.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'database.connection_lost'));
  });
  pool.on('error', () => undefined);
  return pool;
}

/** Statements of every transaction, prepared once on each connection. */
const BEGIN: BatchQuery = { name: 'kit_begin', text: 'BEGIN' };
const COMMIT: BatchQuery = { name: 'kit_commit', text: 'COMMIT' };

/** Sends statements in one message; answers the results, in their order. */
function send(client: PoolClient, queries: readonly BatchQuery[]): Promise<pg.QueryResult[]> {
  return new Promise((resolve, reject) => {
    client.query(new Batch(queries, types, (error, results) => (error ? reject(error) : resolve(results))));
  });
}
const resultOf = <R extends pg.QueryResultRow>({ rows, rowCount }: pg.QueryResult): SqlResult<R> => ({
  rows: rows as R[],
  rowCount: rowCount ?? 0,
});

/**
 * A transaction's connection; useless from the moment the transaction ends, so that a forgotten promise harms nobody.
 * What nobody waits for (`defer`) goes to the server with the next statement, or with the commit.
 */
export class Connection implements Sql {
  private open = true;
  private waiting: BatchQuery[] = [];
  private sent = false;
  asked = 0;

  constructor(private readonly client: PoolClient) {}

  query<R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<SqlResult<R>> {
    // Only the simple protocol takes several statements in one text, and it takes no values.
    return values?.length ? this.run({ text, values }) : this.simple(text);
  }

  named<R extends pg.QueryResultRow>(
    name: string,
    text: string,
    values?: readonly unknown[],
  ): Promise<SqlResult<R>> {
    return this.run({ name, text, values });
  }

  async all(statements: readonly BatchQuery[]): Promise<SqlResult<pg.QueryResultRow>[]> {
    this.use();
    const results = await this.send(statements);
    return results.slice(results.length - statements.length).map((result) => resultOf(result));
  }

  /** Leaves a statement to be sent with the next one. When it fails, so does that one; its result is nobody's. */
  defer(query: BatchQuery): void {
    this.use();
    this.waiting.push(query);
  }

  /** The driver's own `query`, for Prisma's adapter. */
  async raw(...args: unknown[]): Promise<unknown> {
    this.use();
    await this.flush();
    return (this.client.query as (...all: unknown[]) => Promise<unknown>).apply(this.client, args);
  }

  /** Forgets what waits from a savepoint on; answers whether the savepoint was among it. */
  dropFrom(savepoint: BatchQuery): boolean {
    const place = this.waiting.indexOf(savepoint);
    this.waiting.length = Math.max(place, 0);
    return place >= 0;
  }

  /** Whether the server knows of this transaction at all. */
  get begun(): boolean {
    return this.sent;
  }

  /** Sends the commit behind all that still waits; answers the word that the server had for it. */
  async commit(): Promise<string> {
    this.open = false;
    const results = await this.send([COMMIT]);
    return results.at(-1)!.command;
  }

  close(): void {
    this.open = false;
    this.waiting = [];
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
    if (this.waiting.length) await this.send([]);
  }

  private async send(queries: readonly BatchQuery[]): Promise<pg.QueryResult[]> {
    const all = [...this.waiting, ...queries];
    this.waiting = [];
    this.sent = true;
    try {
      return await send(this.client, all);
    } catch (error) {
      // The driver's own stack ends in its socket; this one tells who asked.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  private use(): void {
    if (!this.open) throw new Error('the transaction is over: a promise was not awaited inside it');
    this.asked += 1;
  }
}

/**
 * BEGIN (and `first`, sent with it) … COMMIT on one connection, ROLLBACK when `work` throws. READ COMMITTED: what must
 * hold is held by constraints and conditional writes.
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

/** Statements that make up a whole transaction: one message there and one back. */
export async function ask(
  pool: Pool,
  queries: readonly BatchQuery[],
): Promise<SqlResult<pg.QueryResultRow>[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return (await send(client, queries)).map((result) => resultOf(result));
  } catch (error) {
    // What the server refuses leaves its connection as it was.
    if (!(error instanceof pg.DatabaseError)) broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}
