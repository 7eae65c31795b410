import { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { expireHolds } from '../src/features/holds/expire-holds.job';
import { BoxOffice, type Theatre } from './support/box-office';

interface Sale {
  reservation: { id: string; code: string; state: string };
}

jest.setTimeout(30_000);

const desk = '/b/api/prestiscene/desk';
const reservations = '/b/api/prestiscene/reservations';
const GROUP = { firstName: 'Comité', lastName: 'Bertin', email: 'comite@example.test' };
const words = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
const day = (inDays: number) => new Date(Date.now() + inDays * 86_400_000).toISOString().slice(0, 10);

/** What a buyer hears of seats that are held: the promise, each deposit, and its end. */
describe('mails of a pre-reservation', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ rows: 1, seatsPerRow: 10 });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
  });
  afterAll(() => office.close());

  const staff = <B>(method: string, path: string, body: object, headers: Record<string, string> = {}) =>
    office.staff<B>(theatre.tenantId, method, path, body, { headers });
  const later = () => ({ kind: 'later', deadline: new Date(Date.now() + 86_400_000).toISOString() });
  const schedule = {
    ...{ kind: 'schedule', byLink: false },
    instalments: [
      { label: 'Acompte', dueOn: day(3), share: { kind: 'percentage', points: 3_000 } },
      { label: 'Solde', dueOn: day(10), share: { kind: 'rest' } },
    ],
  };
  const reserved = async (payment: object, customer: object = GROUP) => {
    const path = `${desk}/representations/${theatre.performanceId}/holds`;
    const held = await staff<{ cart: { token: string } }>('POST', path, { seats: seats.splice(0, 2) });
    const { status, body } = await staff<Sale>(
      ...(['POST', `${desk}/sales`, { customer, payment }] as const),
      { 'cart-token': held.body.cart.token, 'idempotency-key': randomUUID() },
    );
    expect(status).toBe(201);
    expect(body.reservation.state).toBe('PRE_RESERVATION');
    return body.reservation.id;
  };
  const mailsOf = (id: string) =>
    [...office.peers.mails.entries()].flatMap(([key, mail]) =>
      key.includes(id) ? [{ ...mail, key, subject: words(mail.subject), text: words(mail.text) }] : [],
    );
  const untilMail = (key: string) =>
    eventually(
      () => {
        const found = [...office.peers.mails.entries()].find(([name]) => name.startsWith(key));
        if (!found) throw new Error(`no mail ${key}`);
        return { ...found[1], text: words(found[1].text) };
      },
      { timeoutMs: 20_000 },
    );
  const move = (id: string, transition: string, body: object = {}) =>
    staff<{ state: string }>('POST', `${reservations}/${id}/transitions/${transition}`, body);
  const overdue = async (...ids: string[]) => {
    await office.database.asSuperuser(
      `UPDATE reservation SET deadline = now() - interval '1 minute' WHERE id = ANY ($1::uuid[])`,
      [ids],
    );
    await office.database.asSuperuser(
      `UPDATE seat_claim SET expires_at = now() - interval '1 minute' WHERE reservation_id = ANY ($1::uuid[])`,
      [ids],
    );
    await expireHolds(office.service.ctx);
  };

  test('seats that are paid later are told of once, and of their end when the deadline passes', async () => {
    const id = await reserved(later());
    const mail = await untilMail(`pre-reservation:${id}:`);
    expect(mail).toMatchObject({
      kind: 'ticketing.pre-reservation-mail',
      to: { address: GROUP.email },
      language: 'fr',
      subjectRecord: { resource: 'ticketing.reservation', id },
    });
    expect(mail.text).toContain('Il reste 178,00 € à payer d’ici là');
    expect(mail.text).toMatch(/\/app\/o\?lang=fr#/);

    await overdue(id);
    const end = await untilMail(`expiry:${id}:`);
    expect(end.kind).toBe('ticketing.cancellation-mail');
    expect(end.text).toContain('vos places ne sont plus gardées');
    expect(mailsOf(id).map(({ kind }) => kind)).toEqual([
      'ticketing.pre-reservation-mail',
      'ticketing.cancellation-mail',
    ]);
  });

  test('one that the theatre cancels is told of, though nothing was paid', async () => {
    const id = await reserved(later());
    await untilMail(`pre-reservation:${id}:`);
    expect((await move(id, 'cancel')).body.state).toBe('CANCELED');
    const mail = await untilMail(`cancellation:${id}`);
    expect(mail.text).toContain('Aucune somme n’avait été payée');
  });

  test('a reservation that is opened and reserved again is told of again', async () => {
    const id = await reserved(later());
    await untilMail(`pre-reservation:${id}:`);
    expect((await move(id, 'back_to_draft')).status).toBe(200);
    const { deadline } = later();
    expect((await move(id, 'pre_reserve', { input: { deadline } })).body.state).toBe('PRE_RESERVATION');
    await eventually(() => expect(mailsOf(id)).toHaveLength(2));
  });

  test('a schedule is told with its payments, and each deposit that is collected has its receipt', async () => {
    const id = await reserved(schedule);
    const mail = await untilMail(`pre-reservation:${id}:`);
    for (const piece of ['selon l’échéancier', 'Acompte', '53,40 €', 'Solde', '124,60 €'])
      expect(mail.text).toContain(piece);
    const parts = [{ method: 'TRANSFER', amountMinor: 5_340 }];
    const key = { 'idempotency-key': randomUUID() };
    for (const _repeated of [1, 2]) await staff('POST', `${reservations}/${id}/collect`, { parts }, key);
    const receipt = await untilMail(`deposit:${id}:`);
    expect(receipt.kind).toBe('ticketing.deposit-mail');
    for (const piece of ['53,40 €', 'Il reste 124,60 € à payer', '53,40 €, payé'])
      expect(receipt.text).toContain(piece);
    expect(mailsOf(id)).toHaveLength(2);
  });

  test('a sale by link has the mail of its link alone, and is told when it ends unpaid', async () => {
    const id = await reserved({ ...later(), kind: 'link' });
    await untilMail(`payment-link:${id}:`);
    await overdue(id);
    await untilMail(`expiry:${id}:`);
    expect(mailsOf(id).map(({ kind }) => kind)).toEqual([
      'ticketing.payment-link-mail',
      'ticketing.cancellation-mail',
    ]);
  });

  test('who has no address is told nothing, and a cart that expires tells nobody', async () => {
    const silent = await reserved(later(), { lastName: 'Pons' });
    const buyer = await office.buyer(theatre.performanceId, seats.splice(0, 1));
    const addressed = await reserved(later());
    await untilMail(`pre-reservation:${addressed}:`);
    await overdue(silent, addressed);
    await office.database.asSuperuser(
      `UPDATE seat_claim SET expires_at = now() - interval '1 minute' WHERE tenant_id = $1`,
      [theatre.tenantId],
    );
    await expireHolds(office.service.ctx);
    await untilMail(`expiry:${addressed}:`);
    expect(mailsOf(silent)).toEqual([]);
    expect(mailsOf(buyer.reservation.id)).toEqual([]);
  });
});
