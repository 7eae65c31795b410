import { decodeChanges, type SeatChanges } from '@coulisse/seat-plan';
import { EventReader } from '../support/event-stream';
import { callApi, type ProblemBody } from '../support/public-api';
import {
  freeSeats,
  hold,
  holdsPath,
  payAtBank,
  performanceOnSale,
  saleUpToBank,
  type Hold,
  type Seat,
} from '../support/sale';
import { eventually } from '../support/stack';

const eventsPath = (performance: string) => `/app-api/configuration/representations/${performance}/events`;

const tryToHold = (performance: string, seats: readonly Seat[], language: 'fr' | 'en' = 'fr') =>
  callApi<Hold & ProblemBody>(holdsPath(performance), {
    body: { seats: seats.map(({ id }) => id) },
    language,
  });

const release = (performance: string, cart: string) =>
  callApi(holdsPath(performance), { method: 'DELETE', cart });

describe('two buyers want the same seat', () => {
  let performance: string;
  let second: EventReader<SeatChanges>;

  beforeEach(async () => {
    performance = await performanceOnSale();
    second = await EventReader.open<SeatChanges>(eventsPath(performance));
  });
  afterEach(() => second.close());

  /** Waits until the event stream of the second buyer's plan has sent this state of each seat. */
  const expectStreamed = (seats: readonly Seat[], state: string) =>
    eventually(async () => {
      const seatIds = second.received
        .filter(({ event }) => event === 'seats')
        .flatMap(({ data }) => [...decodeChanges(data)])
        .filter(([, changed]) => changed === state)
        .map(([id]) => id);
      expect(seatIds).toEqual(expect.arrayContaining(seats.map(({ id }) => id)));
    });

  test('the plan of the second shows what the first does, as it happens', async () => {
    const seats = await freeSeats(performance, 2);
    const { cart } = await hold(performance, seats);
    await expectStreamed(seats, 'HELD');
    expect((await release(performance, cart.token ?? '')).status).toBe(204);
    await expectStreamed(seats, 'FREE');
  });

  test('a seat that is sold is shown as sold', async () => {
    const sale = await saleUpToBank({ seats: 1, performance });
    await payAtBank(sale);
    await expectStreamed(sale.seats, 'SOLD');
  });

  test.each([
    { language: 'fr', refused: /^La place .+ est déjà réservée\.$/ },
    { language: 'en', refused: /^Seat .+ is already reserved\.$/ },
  ] as const)('refuses one seat by its name ($language)', async ({ language, refused }) => {
    const [seat] = await freeSeats(performance, 1);
    if (!seat) throw new Error('no seat');
    const { cart } = await hold(performance, [seat]);
    const { status, mediaType, body } = await tryToHold(performance, [seat], language);
    expect([status, body.code]).toEqual([409, 'reservation.seat-already-reserved']);
    expect(mediaType).toContain('application/problem+json');
    expect(body.detail).toMatch(refused);
    expect(body.detail).toContain(String(body.params?.shape));
    expect(body.params?.shape).toContain(seat.number);
    await release(performance, cart.token ?? '');
  });

  test.each([
    { language: 'fr', detail: 'Une ou plusieurs des places sélectionnées ne sont plus disponibles.' },
    { language: 'en', detail: 'One or more selected seats are no longer available.' },
  ] as const)(
    'refuses several seats with the name of each taken one, and holds none ($language)',
    async (expected) => {
      const seats = await freeSeats(performance, 3);
      const { cart } = await hold(performance, seats.slice(0, 2));
      const { status, body } = await tryToHold(performance, seats, expected.language);
      expect([status, body.code, body.detail]).toEqual([
        409,
        'reservation.seats-no-longer-available',
        expected.detail,
      ]);
      expect(body.errors?.map(({ pointer, code }) => [pointer, code])).toEqual([
        ['/seats/0', 'reservation.seat-already-reserved'],
        ['/seats/1', 'reservation.seat-already-reserved'],
      ]);
      // The third seat is still free.
      const other = await hold(performance, seats.slice(2));
      await release(performance, other.cart.token ?? '');
      await release(performance, cart.token ?? '');
    },
  );

  test('one of twenty concurrent buyers gets the seat', async () => {
    const [seat] = await freeSeats(performance, 1);
    if (!seat) throw new Error('no seat');
    const answers = await Promise.all(Array.from({ length: 20 }, () => tryToHold(performance, [seat])));
    const won = answers.filter(({ status }) => status === 201);
    const lost = answers.filter(({ status }) => status !== 201);
    expect(won).toHaveLength(1);
    expect(new Set(lost.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['409 reservation.seat-already-reserved']),
    );
    await release(performance, won[0]?.body.cart.token ?? '');
  });
});
