import { randomUUID } from 'node:crypto';
import { eventually as retried, sabotaged } from '@coulisse/test-kit';
import { BoxOffice, CUSTOMER, type Theatre } from './support/box-office';
import { joiningTogether } from './support/defects';

const eventually = <R>(check: () => R | Promise<R>) => retried(check, { timeoutMs: 20_000 });
jest.setTimeout(60_000);

const ENTRY = '/app-api/prestiscene/waiting-list/entry';

interface EntryAnswer {
  code?: string;
  state: string;
  partySize: number;
  position: number | null;
  offer: { endsAt: string; seats: string } | null;
  endCause: string | null;
}
interface EntryRow {
  id: string;
  customer_email: string;
  state: string;
  party_size: number;
  offer_cart: string | null;
}

/** Waiting lists of sold-out performances: joining, offers, and everything that ends them. */
describe('waiting list', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];
  /** Of the addresses of one test: the mails of all tests arrive at one place. */
  let domain: string;

  beforeAll(async () => {
    office = await BoxOffice.open({ env: { DATABASE_POOL_SIZE: '20' } });
  }, 60_000);
  beforeEach(async () => {
    domain = `${randomUUID()}.test`;
    theatre = await office.theatre({ seatsPerRow: 6 });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
  });
  afterAll(() => office.close());

  const listOf = (performanceId: string) =>
    `/app-api/configuration/representations/${performanceId}/waiting-list`;
  const person = (name: string, overrides: object = {}) => ({
    email: `${name}@${domain}`,
    firstName: name,
    lastName: 'Durand',
    partySize: 2,
    consent: true,
    ...overrides,
  });
  const join = (name: string, overrides: object = {}, performanceId = theatre.performanceId) =>
    office.visit<{ code?: string; errors?: { pointer: string; code: string }[] }>(
      'POST',
      listOf(performanceId),
      person(name, overrides),
    );
  const joined = async (name: string, overrides: object = {}) => {
    const answer = await join(name, overrides);
    expect([answer.status, answer.text]).toEqual([202, '{}']);
  };
  const entries = (performanceId = theatre.performanceId) =>
    office.database.asSuperuser<EntryRow>(
      `SELECT id, customer_email, state, party_size, offer_cart FROM waiting_entry WHERE performance_id = $1 ORDER BY rank`,
      [performanceId],
    );
  const stateOf = async (name: string) =>
    (await entries()).find(({ customer_email }) => customer_email.startsWith(`${name}@`))?.state;
  const mailOf = (name: string, kind: string) =>
    [...office.peers.mails.values()]
      .filter(
        (mail) => mail.to?.address === `${name}@${domain}` && mail.kind === `ticketing.waiting-${kind}-mail`,
      )
      .at(-1);
  const keyOf = (name: string, kind: string) =>
    eventually(() => {
      const key = /app\/w\?lang=\w\w#([\w-]{64})/.exec(mailOf(name, kind)?.text ?? '')?.[1];
      if (!key) throw new Error(`no ${kind} mail for ${name}`);
      return key;
    });
  const ask = <B = EntryAnswer>(method: string, path: string, key: string, body?: object) =>
    office.visit<B>(method, `${ENTRY}${path}`, body, null, { 'waiting-key': key });
  const read = async (key: string) => (await ask('GET', '', key)).body;
  const open = (key: string) =>
    ask<{ code?: string; cart: { id: string; token: string; secondsLeft: number } }>(
      'POST',
      '/open',
      key,
      {},
    );
  /** Sells all seats but the last `free`. */
  const sellOut = async (free = 0) => {
    const sale = await office.paidBuyer(theatre, seats.slice(0, seats.length - free));
    await office.settled(theatre.performanceId);
    return sale;
  };
  const cancel = (reservationId: string) =>
    office.staff(
      theatre.tenantId,
      'POST',
      `/b/api/prestiscene/reservations/${reservationId}/transitions/cancel`,
      {},
    );
  const offered = (name: string) => eventually(async () => expect(await stateOf(name)).toBe('OFFERED'));
  const heldBy = async (cartId: string | null) =>
    office.database.asSuperuser<{ seat_id: string }>(
      `SELECT seat_id FROM seat_claim WHERE cart_id = $1 AND state = 'HELD' AND expires_at > now()`,
      [cartId],
    );

  test('takes a party only when it cannot be seated now', async () => {
    const free = await join('ana');
    expect([free.status, free.body.code]).toEqual([409, 'waiting-list.seats-free']);
    await sellOut(1);
    expect((await join('ana', { partySize: 1 })).body.code).toBe('waiting-list.seats-free');
    await joined('ana', { partySize: 2 });
    expect(await entries()).toMatchObject([{ state: 'WAITING', party_size: 2 }]);
  });

  test.each([
    ['no consent', { consent: false }, '/consent'],
    ['nobody', { partySize: 0 }, '/partySize'],
    ['more people than a cart has seats', { partySize: 21 }, '/partySize'],
    ['a category that is not sold', { categoryId: randomUUID() }, '/categoryId'],
    ['no name', { firstName: ' ' }, '/firstName'],
    ['no address', { email: 'nobody' }, '/email'],
  ])('refuses %s and names the field', async (_title, overrides, pointer) => {
    const answer = await join('ana', overrides);
    expect([422, 400]).toContain(answer.status);
    expect(answer.body.errors?.map((error) => error.pointer)).toContain(pointer);
  });

  test('a person joins once however often, keeps the place, and the answer never differs', async () => {
    await sellOut();
    await joined('ana', { partySize: 3 });
    await joined('ben', { partySize: 2 });
    await Promise.all(Array.from({ length: 8 }, () => joined('ana', { partySize: 4 })));
    expect((await entries()).map(({ customer_email, party_size }) => [customer_email, party_size])).toEqual([
      [`ana@${domain}`, 4],
      [`ben@${domain}`, 2],
    ]);
    const view = await read(await keyOf('ben', 'joined'));
    expect(view).toMatchObject({ state: 'WAITING', position: 2, offer: null });
    const mails = [...office.peers.mails.values()].filter(({ to }) => to?.address === `ana@${domain}`);
    expect(mails.filter(({ kind }) => kind === 'ticketing.waiting-joined-mail').length).toBeLessThanOrEqual(
      2,
    );
  });

  test('(sabotaged) of one who joins twice at once without taking turns, the second request is told that the address is on the list', async () => {
    await sellOut();
    await joined('ben');
    const answers = await sabotaged(
      {
        defects: [joiningTogether],
        meet: 2,
        of: theatre.tenantId,
        after: /FROM waiting_entry\s+WHERE .* customer_email = \$3$/s,
      },
      () => Promise.all([3, 4].map((partySize) => join('ana', { partySize }))),
    );
    expect(answers.map(({ status, body }) => [status, body.code]).sort()).toEqual([
      [202, undefined],
      [422, 'validation.already-used'],
    ]);
    expect(await entries()).toHaveLength(2);
  });

  test('a link changes the wish and leaves; a wrong one opens nothing', async () => {
    await sellOut();
    await joined('ana');
    const key = await keyOf('ana', 'joined');
    expect((await ask('POST', '/change', key, { partySize: 5 })).status).toBe(204);
    expect(await read(key)).toMatchObject({ partySize: 5, position: 1 });
    expect((await ask('POST', '/leave', key, {})).status).toBe(204);
    expect((await ask('POST', '/leave', key, {})).status).toBe(204);
    expect((await read(key)).state).toBe('LEFT');
    expect((await ask('POST', '/rejoin', key, {})).status).toBe(204);
    expect((await read(key)).state).toBe('WAITING');
    for (const wrong of ['x', `${key.slice(0, -1)}${key.endsWith('_') ? '-' : '_'}`, 'A'.repeat(64)])
      expect((await ask('GET', '', wrong)).status).toBe(404);
  });

  test('seats of a cancelled reservation are held for the first party that fits, who buys them', async () => {
    const sale = await sellOut();
    await joined('ana', { partySize: 7 });
    await joined('ben', { partySize: 2 });
    await joined('eve', { partySize: 2 });
    expect((await cancel(sale.reservation.id)).status).toBe(200);
    await offered('ben');
    await offered('eve');
    expect(await stateOf('ana')).toBe('WAITING');
    const key = await keyOf('ben', 'offer');
    const inEnglish = { 'waiting-key': key, 'accept-language': 'en' };
    const page = await office.visit<EntryAnswer>('GET', ENTRY, undefined, null, inEnglish);
    expect([(await read(key)).offer?.seats, page.body.offer?.seats]).toEqual([
      expect.stringMatching(/^Rang \w+, place \d+\s· Rang \w+, place \d+$/),
      expect.stringMatching(/^Row \w+, seat \d+\s· Row \w+, seat \d+$/),
    ]);
    const [first, second] = [await open(key), await open(key)];
    expect(second.body.cart.token).toBe(first.body.cart.token);
    expect(first.body.cart.secondsLeft).toBeGreaterThan(23 * 3600);
    const { token } = first.body.cart;
    const saved = await office.save(token, { customer: { ...CUSTOMER, email: `ben@${domain}` } });
    expect(saved.status).toBe(200);
    const { paymentId } = (await office.pay(token)).body;
    await office.accept(theatre.tenantId, {
      paymentId,
      reservationId: saved.body.reservation.id,
      amountMinor: saved.body.totalMinor,
    });
    await eventually(async () => expect(await stateOf('ben')).toBe('BOUGHT'));
    expect((await open(key)).status).toBe(410);
    // What the offers left is free for everybody again.
    expect((await office.seats(theatre.performanceId)).filter(({ state }) => state === 'FREE')).toHaveLength(
      2,
    );
  });

  test('an expired offer goes to the next party, and its person may join again', async () => {
    const sale = await sellOut();
    await joined('ana', { partySize: 6 });
    await joined('ben', { partySize: 6 });
    await cancel(sale.reservation.id);
    await offered('ana');
    const cart = (await entries())[0]!.offer_cart!;
    expect(await heldBy(cart)).toHaveLength(6);
    await office.expire(cart);
    await eventually(async () => expect(await stateOf('ana')).toBe('EXPIRED'));
    await offered('ben');
    const key = await keyOf('ana', 'expired');
    expect((await open(key)).status).toBe(410);
    expect((await ask('POST', '/rejoin', key, {})).status).toBe(204);
    expect(await read(key)).toMatchObject({ state: 'WAITING', position: 1 });
  });

  test('a refused offer goes to the next party at once', async () => {
    const sale = await sellOut();
    await joined('ana', { partySize: 6 });
    await joined('ben', { partySize: 6 });
    await cancel(sale.reservation.id);
    await ask('POST', '/leave', await keyOf('ana', 'offer'), {});
    await offered('ben');
    expect(await stateOf('ana')).toBe('LEFT');
  });

  test('the time of an offer serves the offered seats only', async () => {
    const sale = await sellOut(0);
    await joined('ana', { partySize: 2 });
    await cancel(sale.reservation.id);
    const { token, id } = (await open(await keyOf('ana', 'offer'))).body.cart;
    const mine = (await heldBy(id)).map(({ seat_id }) => seat_id);
    const others = seats.filter((seat) => !mine.includes(seat));
    const held = await office.hold(theatre.performanceId, others.slice(0, 2), token);
    expect(held.status).toBe(201);
    expect(held.body.cart.id).not.toBe(id);
    expect(held.body.cart.secondsLeft).toBeLessThan(16 * 60);
    expect(await heldBy(id)).toHaveLength(2);
    const fewer = await office.hold(theatre.performanceId, mine.slice(0, 1), token);
    expect([fewer.status, fewer.body.cart.id]).toEqual([201, id]);
    expect(fewer.body.cart.secondsLeft).toBeGreaterThan(3600);
    expect(fewer.body.cart.extendable).toBe(false);
  });

  test('a cancelled performance ends every entry with a mail, and frees what was on offer', async () => {
    const sale = await sellOut();
    await joined('ana', { partySize: 2 });
    await joined('ben', { partySize: 7 });
    await cancel(sale.reservation.id);
    await offered('ana');
    const path = `/b/api/configuration/representations/${theatre.performanceId}`;
    const { body } = await office.staff<{ version: number }>(theatre.tenantId, 'GET', path);
    const changed = await office.staff(
      theatre.tenantId,
      'PATCH',
      path,
      { isCancelled: true },
      { headers: { 'if-match': `"${body.version}"` } },
    );
    expect(changed.status).toBe(200);
    for (const name of ['ana', 'ben']) {
      await eventually(async () => expect(await stateOf(name)).toBe('ENDED'));
      await eventually(() => expect(mailOf(name, 'ended')?.text).toContain('annulée'));
    }
    expect(await heldBy((await entries())[0]!.offer_cart)).toEqual([]);
    expect((await join('eve')).body.code).toBe('waiting-list.closed');
  });

  test('staff see the list with its counts, offer seats by hand and remove; without the right they do not', async () => {
    const sale = await sellOut(0);
    await joined('ana', { partySize: 7 });
    await joined('ben', { partySize: 2 });
    const staff = (method: string, path: string, body?: object, rights?: string[]) =>
      office.staff<{ code?: string; items: { customerName: string; position: number; _actions: unknown }[] }>(
        theatre.tenantId,
        method,
        path,
        body,
        rights ? { rights } : {},
      );
    const counts = `/b/api/configuration/representations/${theatre.performanceId}/waiting-list`;
    expect((await staff('GET', counts)).body).toEqual({
      waiting: 2,
      people: 9,
      offered: 0,
      bought: 0,
      ended: 0,
    });
    expect((await staff('GET', counts, undefined, ['ticketing.show.read'])).status).toBe(403);
    const unknown = counts.replace(theatre.performanceId, randomUUID());
    expect((await staff('GET', unknown)).status).toBe(404);
    const list = await staff(
      'GET',
      `/b/api/prestiscene/waiting-entries?f.performance.eq=${theatre.performanceId}`,
    );
    expect(list.body.items.map(({ position }) => position)).toEqual([1, 2]);
    const [ana, ben] = await entries();
    const transition = (id: string, name: string, rights?: string[]) =>
      staff('POST', `/b/api/prestiscene/waiting-entries/${id}/transitions/${name}`, {}, rights);
    expect((await transition(ben!.id, 'offer')).body.code).toBe('waiting-list.no-seats');
    expect((await transition(ana!.id, 'remove', ['ticketing.waiting-entry.read'])).status).toBe(403);
    expect((await transition(ana!.id, 'remove')).status).toBe(200);
    expect((await transition(ben!.id, 'leave')).status).toBe(403);
    await cancel(sale.reservation.id);
    await offered('ben');
    expect((await transition(ben!.id, 'remove')).status).toBe(200);
    await eventually(async () =>
      expect(
        (await office.seats(theatre.performanceId)).filter(({ state }) => state === 'FREE'),
      ).toHaveLength(6),
    );
  });
});
