import pg, { type Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';
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
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  return pool;
}

/** A transaction's connection; useless from the moment the transaction ends, so that a forgotten promise harms nobody. */
export class Connection implements Sql {
  private open = true;
  constructor(private readonly client: PoolClient) {}

  query<R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<SqlResult<R>> {
    return this.run({ text, values: values as unknown[] | undefined });
  }

  named<R extends pg.QueryResultRow>(
    name: string,
    text: string,
    values?: readonly unknown[],
  ): Promise<SqlResult<R>> {
    return this.run({ name, text, values: values as unknown[] | undefined });
  }

  /** The driver's own `query`, for Prisma's adapter. */
  raw(...args: unknown[]): Promise<unknown> {
    this.assertOpen();
    return (this.client.query as (...all: unknown[]) => Promise<unknown>).apply(this.client, args);
  }

  close(): void {
    this.open = false;
  }

  private async run<R extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<SqlResult<R>> {
    this.assertOpen();
    const result = await this.client.query<R>(query);
    return { rows: result.rows, rowCount: result.rowCount ?? 0 };
  }

  private assertOpen(): void {
    if (!this.open) throw new Error('the transaction is over: a promise was not awaited inside it');
  }
}

/**
 * BEGIN (with `begin`) … COMMIT on one connection, ROLLBACK when `work` throws. READ COMMITTED: what must hold is held
 * by constraints and conditional writes.
 */
export async function transact<R>(
  pool: Pool,
  begin: string,
  work: (connection: Connection) => Promise<R>,
): Promise<R> {
  const client = await pool.connect();
  const connection = new Connection(client);
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(connection);
    connection.close();
    const { command } = await client.query('COMMIT');
    // PostgreSQL answers ROLLBACK to the COMMIT of a transaction in which a statement failed.
    if (command !== 'COMMIT')
      throw new Error('a statement of the transaction failed, so nothing was written');
    return result;
  } catch (error) {
    connection.close();
    await client.query('ROLLBACK').catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
