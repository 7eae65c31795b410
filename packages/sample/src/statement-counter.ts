import pg from 'pg';
import { Batch } from '@coulisse/service-kit/database';

/** The statements and round trips counted while some work ran. */
export interface StatementCount {
  /** Statements, without transaction control. */
  readonly statements: string[];
  /** Round trips, including transaction control. */
  readonly messages: number;
}
const OF_THE_TRANSACTION = /^(BEGIN|COMMIT|ROLLBACK|(RELEASE )?SAVEPOINT|SELECT set_config\('app\.tenant')/;

/** Counts at the database driver, which every statement passes. */
export async function countStatements(work: () => Promise<unknown>): Promise<StatementCount> {
  const texts: string[] = [];
  let messages = 0;
  const { query } = pg.Client.prototype;
  const spy = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    messages += 1;
    const [first] = args as [Batch | string | { text: string }];
    if (first instanceof Batch) texts.push(...first.statements.map(({ text }) => text));
    else texts.push(typeof first === 'string' ? first : first.text);
    return Reflect.apply(query, this, args) as never;
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return { statements: texts.filter((text) => !OF_THE_TRANSACTION.test(text)), messages };
}
