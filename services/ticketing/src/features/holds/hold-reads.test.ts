import { randomUUID } from 'node:crypto';
import type { ServiceContext } from '@coulisse/service-kit';
import type { Statement } from '@coulisse/service-kit/database';
import { hashOf } from './hold.domain';
import { HoldReads, type HoldQuestion } from './hold-reads';

const TENANT = randomUUID();
const PERFORMANCE = randomUUID();
const seatRow = (id: string, claim: string | null, isBlocked = false) => ({
  ...{
    id,
    row: 'A',
    number: id,
    label: id,
    category_id: 'c',
    category_name: 'Or',
    x: 0,
    y: 0,
    table_id: null,
  },
  ...{ claim, isBlocked },
});
const TERMS = {
  ...{ id: PERFORMANCE, is_multi_formule: true, consecutive_place: false, places: 3, on_sale: true },
  ...{ yearly_ticket_limit: null, tickets_this_year: 0, asks_postal_address: false, limits: {} },
};

/** A database that answers every reading with these seats and carts, when it is allowed to. */
function database(seats: readonly object[], carts: readonly object[] = []) {
  const readings: Statement[][] = [];
  const releases: ((error?: Error) => void)[] = [];
  const batch = (_actor: unknown, statements: readonly Statement[]) =>
    new Promise((resolve, reject) => {
      readings.push([...statements]);
      releases.push((error) => {
        const results = [[TERMS], [], seats, carts].map((rows) => ({ rows, rowCount: rows.length }));
        if (error) reject(error);
        else resolve(results);
      });
    });
  const ctx = { db: { batch } } as unknown as Pick<ServiceContext, 'db'>;
  return { ctx, readings, releases };
}
const question = (seats: readonly string[], token: string | null = null): HoldQuestion => ({
  tenantId: TENANT,
  performanceId: PERFORMANCE,
  seats,
  token,
});
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const seatsOf = (statements: readonly Statement[] | undefined) =>
  statements?.find(({ name }) => name === 'claimed-seats')?.values?.[2];

test('requests that come together are one reading, those that come meanwhile the next one', async () => {
  const reads = new HoldReads();
  const { ctx, readings, releases } = database([seatRow('1', null), seatRow('2', null)]);
  const first = [reads.read(question(['1']), ctx), reads.read(question(['2', '1']), ctx)];
  await nextTurn();
  const later = [reads.read(question(['2']), ctx), reads.read(question(['2']), ctx)];
  await nextTurn();
  expect(readings).toHaveLength(1);
  releases[0]!();
  const facts = await Promise.all(first);
  expect(facts.map(({ seats }) => seats.map(({ id }) => id))).toEqual([['1'], ['1', '2']]);
  await nextTurn();
  expect(readings.map(seatsOf)).toEqual([['1', '2'], ['2']]);
  releases[1]!();
  await Promise.all(later);
});

test('another performance does not wait', async () => {
  const reads = new HoldReads();
  const { ctx, readings, releases } = database([]);
  const all = [
    reads.read(question(['1']), ctx),
    reads.read({ ...question(['1']), performanceId: randomUUID() }, ctx),
  ];
  await nextTurn();
  expect(readings).toHaveLength(2);
  releases.forEach((release) => release());
  await Promise.all(all);
});

test('a seat is taken for all but the cart that holds it', async () => {
  const cart = randomUUID();
  const rows = [
    seatRow('free', null),
    seatRow('held', cart),
    seatRow('sold', 'SOLD'),
    seatRow('blocked', null, true),
  ];
  const reads = new HoldReads();
  const { ctx, releases } = database(rows, [{ id: cart, token_hash: hashOf('mine') }]);
  const ids = rows.map(({ id }) => id);
  const all = [null, 'mine', 'other'].map((token) => reads.read(question(ids, token), ctx));
  await nextTurn();
  releases[0]!();
  const taken = (await Promise.all(all)).map(({ seats }) =>
    seats.filter(({ isTaken }) => isTaken).map(({ id }) => id),
  );
  expect(taken).toEqual([
    ['held', 'sold', 'blocked'],
    ['sold', 'blocked'],
    ['held', 'sold', 'blocked'],
  ]);
});

test('a failed reading is that of its requests only', async () => {
  const reads = new HoldReads();
  const { ctx, releases } = database([seatRow('1', null)]);
  const failing = reads.read(question(['1']), ctx);
  await nextTurn();
  const later = reads.read(question(['1']), ctx);
  releases[0]!(new Error('lost'));
  await expect(failing).rejects.toThrow('lost');
  await nextTurn();
  releases[1]!();
  expect((await later).seats).toHaveLength(1);
  // Nothing is left of them.
  const next = reads.read(question(['1']), ctx);
  await nextTurn();
  releases[2]!();
  await next;
});

test('a reading has a thousand seats at most, but any one request', async () => {
  const reads = new HoldReads();
  const { ctx, readings, releases } = database([]);
  const ids = (count: number, from: number) => Array.from({ length: count }, (_, index) => `${from + index}`);
  const all = [ids(1_500, 0), ids(600, 2_000), ids(400, 3_000), ids(1, 4_000)].map((seats) =>
    reads.read(question(seats), ctx),
  );
  for (let reading = 0; reading < 3; reading += 1) {
    await nextTurn();
    releases[reading]!();
    await nextTurn();
  }
  await Promise.all(all);
  expect(readings.map((statements) => (seatsOf(statements) as string[]).length)).toEqual([1_500, 1_000, 1]);
});
