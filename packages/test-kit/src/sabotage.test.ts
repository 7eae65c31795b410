import pg from 'pg';
import { sabotaged, withoutRowLocks, withoutTurns, withoutVersions } from './sabotage';

test.each([
  [withoutRowLocks, 'SELECT 1 FROM a WHERE id = $1 FOR UPDATE', 'SELECT 1 FROM a WHERE id = $1 '],
  [
    withoutRowLocks,
    'SELECT 1 FROM a ORDER BY id FOR NO KEY UPDATE OF a SKIP LOCKED)',
    'SELECT 1 FROM a ORDER BY id )',
  ],
  [withoutRowLocks, 'UPDATE a SET b = 1', 'UPDATE a SET b = 1'],
  [withoutTurns, 'SELECT pg_advisory_xact_lock(hashtext($1))', 'SELECT num_nonnulls(hashtext($1))'],
  [withoutTurns, 'SELECT pg_try_advisory_xact_lock($1) AS mine', 'SELECT 0 < num_nonnulls($1) AS mine'],
  [
    withoutVersions,
    'UPDATE a t SET b = $4 WHERE t.id = $2 AND t.version = $3 RETURNING t.id',
    'UPDATE a t SET b = $4 WHERE t.id = $2 AND $3::int IS NOT NULL RETURNING t.id',
  ],
])('%p rewrites %s', (defect, text, expected) => {
  expect(defect(text)).toBe(expected);
});

/** The driver, which answers each message at once; what it was sent. */
function answering() {
  const sent: string[] = [];
  const query = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(((message: {
    statements: { text: string }[];
    callback: (error: null) => void;
  }) => {
    sent.push(...message.statements.map(({ text }) => text));
    setImmediate(() => message.callback(null));
  }) as never);
  return { sent, restore: () => query.mockRestore() };
}
const send = (client: pg.Client, text: string, ...values: string[]) =>
  new Promise<void>((resolve, reject) => {
    const statements = [{ text, values }];
    const callback = (error: Error | null) => (error ? reject(error) : resolve());
    (client.query as unknown as (message: object) => void)({ statements, queries: statements, callback });
  });

describe('a sabotaged race', () => {
  let driver: ReturnType<typeof answering>;
  beforeEach(() => {
    driver = answering();
  });
  afterEach(() => driver.restore());

  const work = async (name: string, done: string[], owner = 'anyone') => {
    const client = new pg.Client();
    await send(client, 'SELECT 1 FROM seat WHERE tenant_id = $1 FOR UPDATE', owner);
    await send(client, `UPDATE seat SET owner = '${name}'`);
    await send(client, 'COMMIT');
    done.push(name);
  };

  test('lets all read before one writes, and the last to come write first', async () => {
    const done: string[] = [];
    await sabotaged({ defects: [withoutRowLocks], meet: 2, after: /FROM seat/ }, async (arrived) => {
      const first = work('first', done);
      await arrived(1);
      await Promise.all([first, work('second', done)]);
    });
    expect(driver.sent.map((text) => text.trim())).toEqual([
      'SELECT 1 FROM seat WHERE tenant_id = $1',
      'SELECT 1 FROM seat WHERE tenant_id = $1',
      "UPDATE seat SET owner = 'second'",
      'COMMIT',
      "UPDATE seat SET owner = 'first'",
      'COMMIT',
    ]);
    expect(done).toEqual(['second', 'first']);
  });

  test('does not wait for transactions of other records', async () => {
    const done: string[] = [];
    await sabotaged(
      { defects: [withoutRowLocks], meet: 2, after: /FROM seat/, of: 'ours' },
      async (arrived) => {
        const first = work('first', done, 'ours');
        await arrived(1);
        await work('earlier', done, 'theirs');
        expect(done).toEqual(['earlier']);
        await Promise.all([first, work('second', done, 'ours')]);
      },
    );
    expect(done).toEqual(['earlier', 'second', 'first']);
  });

  test('is refused when no statement had a defect', async () => {
    await expect(sabotaged({ defects: [withoutTurns] }, () => work('only', []))).rejects.toThrow(
      'no statement of the race had a defect',
    );
  });

  test('is refused when its transactions did not meet', async () => {
    const race = () => send(new pg.Client(), 'SELECT 1 FROM other FOR UPDATE');
    await expect(
      sabotaged({ defects: [withoutRowLocks], meet: 2, after: /FROM seat/ }, race),
    ).rejects.toThrow('only 0 of 2 transactions ran /FROM seat/');
  });
});
