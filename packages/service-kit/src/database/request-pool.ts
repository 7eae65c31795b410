import pg from 'pg';
import type { Connection } from './pool';

/**
 * Makes Prisma's adapter use the current transaction's connection, and turns Prisma's transactions into savepoints.
 */
export class RequestPool extends pg.Pool {
  private savepoints = 0;

  constructor(private readonly current: () => Connection) {
    super({ max: 1 });
  }

  override query(...args: unknown[]): never {
    return this.current().raw(...args) as never;
  }

  override async connect(): Promise<never> {
    const connection = this.current();
    const savepoint = `prisma_${++this.savepoints}`;
    const replaced: Record<string, string> = {
      BEGIN: `SAVEPOINT ${savepoint}`,
      COMMIT: `RELEASE SAVEPOINT ${savepoint}`,
      ROLLBACK: `ROLLBACK TO SAVEPOINT ${savepoint}`,
    };
    const client = {
      query(statement: string | { text: string }, ...rest: unknown[]) {
        const text = typeof statement === 'string' ? statement : statement.text;
        return connection.raw(replaced[text] ?? statement, ...rest);
      },
      release() {},
      on() {},
      removeListener() {},
    };
    return client as never;
  }
}
