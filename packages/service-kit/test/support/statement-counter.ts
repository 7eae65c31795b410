import pg from 'pg';
import { Batch } from '../../src/database/batch';

/** What the database was asked while something ran. */
export interface Asked {
  /** Statements but for those of the transaction itself. */
  readonly statements: string[];
  /** Round trips, those of the transaction itself included. */
  readonly messages: number;
}
const OF_THE_TRANSACTION = /^(BEGIN|COMMIT|ROLLBACK|(RELEASE )?SAVEPOINT|SELECT set_config\('app\.tenant')/;

/** Listens at the driver, where nothing is sent unheard. */
export async function asked(work: () => Promise<unknown>): Promise<Asked> {
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
