import { randomUUID } from 'node:crypto';
import { eventually, sabotaged, withoutRowLocks } from '@coulisse/test-kit';
import { BoxOffice, type Theatre } from './support/box-office';

interface Seat {
  id: string;
  seat: string;
  holderName: string | null;
  transfer: { name: string; email: string; openedAt: string | null } | null;
  ticket: { id: string; code: string } | null;
}
interface OrderAnswer {
  situation: string;
  edition: number;
  mayTransfer: boolean;
  exchange: object | null;
  seats: Seat[];
}
interface TicketAnswer {
  code?: string;
  situation: string;
  sender: string;
  name: string;
  seat: string;
  ticket: { code: string } | null;
}

const ORDER = '/app-api/prestiscene/reservations/order';
const FRIEND = { name: 'Léa Martin', email: 'lea@example.test' };

/** Buyers write names on tickets and pass them on, where the theatre allows it. */
describe('transferred tickets', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ rows: 1, seatsPerRow: 10 });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
    await allow(true);
  });
  afterAll(() => office.close());

  const allow = (isAllowed: boolean) =>
    office.database.asSuperuser(
      `INSERT INTO settings (id, tenant_id, name, ticket_transfers, updated_at) VALUES (uuidv7(), $1, 'Le Grand Soir', $2, now())
       ON CONFLICT (tenant_id) DO UPDATE SET ticket_transfers = $2`,
      [theatre.tenantId, isAllowed],
    );
  const read = async (key: string) =>
    (await office.visit<OrderAnswer>('GET', ORDER, undefined, null, { 'order-key': key })).body;
  const sold = async (count: number) => {
    const buyer = await office.paidBuyer(theatre, seats.slice(0, count));
    const { id } = buyer.reservation;
    await eventually(async () => expect((await office.outcome(id, buyer.token)).tickets).toHaveLength(count));
    const { body } = await office.visit<{ orderKey: string }>(
      'GET',
      `/app-api/prestiscene/reservations/${id}`,
      undefined,
      buyer.token,
    );
    return { id, key: body.orderKey, token: buyer.token };
  };
  const change = (key: string, itemId: string, what: string, body: object) =>
    office.visit<{ code?: string }>('POST', `${ORDER}/tickets/${itemId}/${what}`, body, null, {
      'order-key': key,
    });
  const transfer = async (key: string, index = 0, friend: object = FRIEND) => {
    const { edition, seats: places } = await read(key);
    return change(key, places[index]!.id, 'transfer', { edition, ...friend });
  };
  const scan = async (code: string) =>
    (
      await office.staff<{ outcome: string; reason: string | null }>(
        theatre.tenantId,
        'POST',
        `/b/api/prestiscene/reception/representations/${theatre.performanceId}/scans`,
        { device: randomUUID(), deviceName: 'Main', id: randomUUID(), code },
      )
    ).body;
  /** The key in the mail of the place's receiver. */
  const keyOfMail = (itemId: string) =>
    eventually(() => {
      const mail = office.peers.mails.get(`transfer:${itemId}`);
      const key = /\/app\/t\?lang=\w\w#([\w-]{64})/.exec(mail?.text ?? '')?.[1];
      if (!key) throw new Error('no mail yet');
      return { key, mail: mail! };
    });
  const open = (key: string) =>
    office.visit<TicketAnswer>('POST', '/app-api/prestiscene/tickets/open', {}, null, { 'ticket-key': key });
  const numbered = (key: string) =>
    eventually(async () => {
      const { body } = await open(key);
      if (!body.ticket) throw new Error('no number yet');
      return body;
    });

  test('the place of a driver is one also when it is passed on (R-194)', async () => {
    const { key } = await sold(2);
    const { seats: places } = await read(key);
    await office.database.asSuperuser(
      `UPDATE reservation_item SET is_driver = true, price_minor = 0, vat = '[]' WHERE id = $1`,
      [places[0]!.id],
    );
    expect((await transfer(key)).status).toBe(204);
    const stored = await office.database.asSuperuser<{ is_driver: boolean; canceled: boolean }>(
      `SELECT is_driver, canceled_at IS NOT NULL AS canceled FROM reservation_item
       WHERE seat_id = (SELECT seat_id FROM reservation_item WHERE id = $1) ORDER BY id`,
      [places[0]!.id],
    );
    expect(stored).toEqual([
      { is_driver: true, canceled: true },
      { is_driver: true, canceled: false },
    ]);
  });

  test('the receiver is mailed that ticket alone, and the former code is refused at the door', async () => {
    const { key, token, id } = await sold(2);
    const before = await read(key);
    expect(before).toMatchObject({ edition: 1, mayTransfer: true });
    expect((await transfer(key)).status).toBe(204);
    const after = await read(key);
    expect(after).toMatchObject({ situation: 'VALID', edition: 2, exchange: null });
    const place = after.seats.find(({ transfer: passed }) => passed)!;
    expect(place).toMatchObject({ transfer: { ...FRIEND, openedAt: null }, ticket: null });
    expect(await scan(before.seats[0]!.ticket!.code)).toMatchObject({ outcome: 'RED', reason: 'REPLACED' });
    const { key: ticketKey, mail } = await keyOfMail(place.id);
    expect(mail.text).not.toContain('/app/o?');
    const shown = await numbered(ticketKey);
    expect(shown).toMatchObject({
      situation: 'VALID',
      name: FRIEND.name,
      sender: 'Camille Durand',
      seat: place.seat,
    });
    expect(JSON.stringify(shown)).not.toMatch(/camille@|priceMinor|totalMinor/);
    expect(await scan(shown.ticket!.code)).toMatchObject({ outcome: 'GREEN' });
    expect(
      (await read(key)).seats.find(({ id: itemId }) => itemId === place.id)?.transfer?.openedAt,
    ).not.toBeNull();
    // The buyer's own page and document have the other ticket only.
    expect((await office.outcome(id, token)).tickets).toHaveLength(1);
    await eventually(() => expect(office.peers.editions.has(`${id} tickets:2`)).toBe(true));
    const codes = (office.peers.editions.get(`${id} tickets:2`)?.places ?? []).filter(
      ({ content }) => content?.$case === 'qrCode',
    );
    expect(codes).toHaveLength(1);
  });

  test('it is taken back until its receiver opens it', async () => {
    const { key } = await sold(1);
    await transfer(key);
    const [place] = (await read(key)).seats;
    const { key: ticketKey } = await keyOfMail(place!.id);
    expect((await change(key, place!.id, 'take-back', { edition: 2 })).status).toBe(204);
    expect((await open(ticketKey)).body).toMatchObject({ situation: 'TAKEN_BACK', ticket: null });
    await eventually(async () => expect((await read(key)).seats[0]?.ticket).not.toBeNull());
    expect((await transfer(key)).status).toBe(204);
    const [again] = (await read(key)).seats;
    await open((await keyOfMail(again!.id)).key);
    expect((await change(key, again!.id, 'take-back', { edition: 4 })).body.code).toBe(
      'order.transfer-opened',
    );
  });

  test('of a receiver who opens it and a buyer who takes it back at the same moment, one wins', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { key } = await sold(1);
      seats = seats.slice(1);
      await transfer(key);
      const [place] = (await read(key)).seats;
      const { key: ticketKey } = await keyOfMail(place!.id);
      const [opened, taken] = await Promise.all([
        open(ticketKey),
        change(key, place!.id, 'take-back', { edition: 2 }),
      ]);
      const isTaken = taken.status === 204;
      expect((await open(ticketKey)).body.situation).toBe(isTaken ? 'TAKEN_BACK' : 'VALID');
      if (opened.body.situation === 'VALID') expect(taken.body.code).toBe('order.transfer-opened');
    }
  });

  /** Two tabs pass the ticket of an order on to two people: what each is answered. */
  const transferTwice = async (key: string) => {
    const [place] = (await read(key)).seats;
    const answers = await Promise.all(
      ['a@example.test', 'b@example.test'].map((email) =>
        change(key, place!.id, 'transfer', { edition: 1, name: 'Léa', email }),
      ),
    );
    return answers.map(({ status }) => status).sort();
  };

  test('(sabotaged) without locks, the second of two tabs that pass one ticket on learns of the first by an index only', async () => {
    const { key } = await sold(1);
    const statuses = await sabotaged(
      { defects: [withoutRowLocks], meet: 2, of: theatre.tenantId, after: /AS is_allowed/ },
      () => transferTwice(key),
    );
    expect(statuses).toEqual([204, 422]);
  });

  test('of two tabs that pass one ticket on, one does', async () => {
    const { key, id } = await sold(1);
    expect(await transferTwice(key)).toEqual([204, 409]);
    const transfers = await office.database.asSuperuser(
      'SELECT 1 FROM ticket_transfer x JOIN reservation_item i ON i.id = x.item_id WHERE i.reservation_id = $1',
      [id],
    );
    expect(transfers).toHaveLength(1);
  });

  test('a name is written on a ticket, and its code stays', async () => {
    const { key } = await sold(1);
    const [place] = (await read(key)).seats;
    expect((await change(key, place!.id, 'name', { edition: 1, name: 'Zoé Noël' })).status).toBe(204);
    expect((await read(key)).seats[0]).toMatchObject({ holderName: 'Zoé Noël', ticket: place!.ticket });
    expect((await change(key, place!.id, 'name', { edition: 1, name: '' })).status).toBe(409);
    expect((await change(key, place!.id, 'name', { edition: 2, name: '' })).status).toBe(204);
    expect((await read(key)).seats[0]?.holderName).toBeNull();
  });

  test('not where the theatre forbids it, not after the scan, not of a canceled order, not of another order', async () => {
    const { key } = await sold(2);
    const { seats: places } = await read(key);
    await allow(false);
    expect((await read(key)).mayTransfer).toBe(false);
    expect((await transfer(key)).body.code).toBe('order.transfer-closed');
    await allow(true);
    for (const wrong of ['', 'x', 'a@b@c.test', `${'a'.repeat(300)}@example.test`])
      expect((await transfer(key, 0, { name: 'Léa', email: wrong })).status).toBe(422);
    expect(
      (await transfer(key, 0, { name: 'Léa\nBcc: b@example.test', email: 'a@example.test' })).status,
    ).toBe(422);
    expect(await scan(places[0]!.ticket!.code)).toMatchObject({ outcome: 'GREEN' });
    expect((await transfer(key, 0)).body.code).toBe('reservation.place-arrived');
    const strange = await change(key, randomUUID(), 'transfer', { edition: 1, ...FRIEND });
    expect(strange.body.code).toBe('reservation.changed-meanwhile');
    expect((await open(key)).status).toBe(404);
    expect((await change('A'.repeat(64), places[1]!.id, 'transfer', { edition: 1, ...FRIEND })).status).toBe(
      404,
    );
    seats = seats.slice(2);
    const canceled = await sold(1);
    const path = `/b/api/prestiscene/reservations/${canceled.id}/transitions/cancel`;
    expect((await office.staff(theatre.tenantId, 'POST', path, {})).status).toBe(200);
    expect((await transfer(canceled.key)).body.code).toBe('reservation.not-sold');
  });
});
