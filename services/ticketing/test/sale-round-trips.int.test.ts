import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { Batch } from '@coulisse/service-kit/database';
import { BoxOffice, type Theatre } from './support/box-office';

jest.setTimeout(60_000);

/**
 * Round trips to the database of what a buyer waits for, from the beginning of its transaction to the commit. Each costs
 * both sides as much as a statement; more of them make every sale slower.
 */
const ROUND_TRIPS = { hold: 2, save: 6 } as const;

let office: BoxOffice;
let theatre: Theatre;
let seats: string[];

beforeAll(async () => {
  office = await BoxOffice.open();
  theatre = await office.theatre();
  seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
});
afterAll(() => office.close());

/** The messages of the transaction in which the statement `marker` was sent: a connection serves one at a time. */
async function transactionOf(marker: string, work: () => Promise<unknown>): Promise<string[][]> {
  const sent: { client: pg.Client; names: string[] }[] = [];
  const { query } = pg.Client.prototype;
  const spy = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [first] = args;
    const names =
      first instanceof Batch ? first.statements.map(({ name, text }) => name ?? text) : [String(first)];
    sent.push({ client: this, names });
    return Reflect.apply(query, this, args) as never;
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  const at = sent.findIndex(({ names }) => names.includes(marker));
  const { client } = sent[at]!;
  const own = sent.filter((message) => message.client === client);
  const middle = own.indexOf(sent[at]!);
  const isBegin = ({ names }: (typeof own)[number]) => names.includes('kit_begin');
  const from = own.slice(0, middle + 1).findLastIndex(isBegin);
  const until = own.findIndex(({ names }, index) => index >= middle && names.includes('kit_commit'));
  return own.slice(from, until + 1).map(({ names }) => names);
}

test('the first seats of a buyer are taken in the message that makes the cart', async () => {
  const hold = () => office.hold(theatre.performanceId, seats.slice(0, 2), null);
  const messages = await transactionOf('start-cart', hold);
  expect(messages).toHaveLength(ROUND_TRIPS.hold);
  expect(messages[0]).toContain('hold-first-seats');
});

test('a cart is saved with its customer', async () => {
  const { body } = await office.hold(theatre.performanceId, seats.slice(2, 4), null);
  const messages = await transactionOf('offered-options', () =>
    office.save(body.cart.token, {}, { 'idempotency-key': randomUUID() }),
  );
  expect(messages).toHaveLength(ROUND_TRIPS.save);
  expect(messages.at(-1)).toContain('kit_idempotency_keep');
});
