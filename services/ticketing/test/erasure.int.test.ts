import { ERASED_NAME, systemActor } from '@coulisse/service-kit';
import { eventually } from '@coulisse/test-kit';
import { eraseBuyer, eraseDue } from '../src/features/personal-data/erase-buyer.command';
import { BoxOffice, CUSTOMER, type Theatre } from './support/box-office';
import { makeVoucher } from './support/vouchers';

interface PersonalData {
  reservations: { code: string; customerName: string; show: string }[];
  giftVouchers: unknown[];
  receivedGiftVouchers: unknown[];
  receivedTickets: unknown[];
  waitingLists: unknown[];
}
interface Row extends Record<string, unknown> {
  customer_name: string;
  customer_email: string | null;
  customer_fields: Record<string, string> | null;
}

describe('what is stored about a buyer', () => {
  let office: BoxOffice;
  let theatre: Theatre;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre();
  });
  afterAll(() => office.close());

  const sold = async () => {
    const [seat] = (await office.seats(theatre.performanceId)).filter(({ state }) => state === 'FREE');
    const buyer = await office.paidBuyer(theatre, [seat!.id]);
    await eventually(async () =>
      expect((await office.outcome(buyer.reservation.id, buyer.token)).tickets).toHaveLength(1),
    );
    return buyer.reservation;
  };
  const inTenant = (work: Parameters<typeof office.service.ctx.db.inTenant>[1]) =>
    office.service.ctx.db.inTenant(systemActor(theatre.tenantId, 'test'), work);
  const erase = () => inTenant((tx) => eraseBuyer(tx, CUSTOMER.email, office.service.ctx));
  const rowOf = async (id: string): Promise<Row> => {
    const [row] = await office.database.asSuperuser<Row>(
      'SELECT customer_name, customer_email, customer_fields FROM reservation WHERE id = $1',
      [id],
    );
    return row!;
  };
  const waiting = () =>
    office.database.asSuperuser('SELECT email FROM buyer_erasure WHERE tenant_id = $1', [theatre.tenantId]);
  const play = () =>
    office.database.asSuperuser(
      `UPDATE performance SET starts_at = now() - interval '2 days' WHERE id = $1`,
      [theatre.performanceId],
    );

  test('is given out to its owner only', async () => {
    const { code } = await sold();
    const path = '/app-api/prestiscene/personal-data';
    const read = (email: string, tenantId = theatre.tenantId) =>
      office.service.request<PersonalData>('GET', path, {
        token: office.service.issuer.publicToken({ tenantId, email }),
      });
    expect((await read(CUSTOMER.email.toUpperCase())).body).toMatchObject({
      reservations: [{ code, customerName: 'Camille Durand', show: 'Le Grand Soir' }],
      giftVouchers: [],
      waitingLists: [],
    });
    expect((await read('other@public.test')).body.reservations).toEqual([]);
    const elsewhere = await office.theatre();
    expect((await read(CUSTOMER.email, elsewhere.tenantId)).body.reservations).toEqual([]);
    expect((await office.service.request('GET', path, {})).status).toBe(401);
  });

  test('is kept for a performance to come, and erased after it but for the name of what was sold', async () => {
    const { id } = await sold();
    await office.database.asSuperuser(
      `UPDATE reservation_item SET holder_name = 'Alix & Zoé' WHERE reservation_id = $1`,
      [id],
    );
    const holders = () =>
      office.database.asSuperuser('SELECT holder_name FROM reservation_item WHERE reservation_id = $1', [id]);
    await erase();
    expect(await rowOf(id)).toMatchObject({ customer_email: CUSTOMER.email });
    expect(await waiting()).toEqual([{ email: CUSTOMER.email }]);
    expect(await holders()).toEqual([{ holder_name: 'Alix & Zoé' }]);
    await play();
    await inTenant((tx) => eraseDue(tx, CUSTOMER.email));
    const { customer_name: name, customer_email: email, customer_fields: fields } = await rowOf(id);
    expect({ name, email }).toEqual({ name: expect.stringContaining('Durand') as string, email: null });
    expect(fields).toMatchObject({ telephone: '', addressLine1: '', zipCode: '', city: '' });
    expect(await holders()).toEqual([{ holder_name: null }]);
    expect(await waiting()).toEqual([]);
  });

  test('of a cart that was never paid, not even the name is kept; a younger purchase is not concerned', async () => {
    const { id } = await sold();
    const later = await sold();
    await office.database.asSuperuser('DELETE FROM ticket WHERE reservation_id = $1', [id]);
    await office.database.asSuperuser(
      `UPDATE reservation SET created_at = now() + interval '1 hour' WHERE id = $1`,
      [later.id],
    );
    await play();
    await erase();
    expect(await rowOf(id)).toEqual({
      customer_name: ERASED_NAME,
      customer_email: null,
      customer_fields: null,
    });
    expect(await rowOf(later.id)).toMatchObject({ customer_email: CUSTOMER.email });
  });

  test('waits while money has to be given back', async () => {
    const { id } = await sold();
    await office.database.asSuperuser(
      'UPDATE reservation_payment SET to_refund_minor = 100 WHERE reservation_id = $1',
      [id],
    );
    await play();
    await erase();
    expect(await rowOf(id)).toMatchObject({ customer_email: CUSTOMER.email });
    expect(await waiting()).toHaveLength(1);
  });

  describe('of somebody who was given something', () => {
    const FRIEND = 'alix@friends.test';
    const eraseFriend = () => inTenant((tx) => eraseBuyer(tx, FRIEND, office.service.ctx));
    const night = () => inTenant((tx) => eraseDue(tx, FRIEND));
    const received = async () =>
      (
        await office.service.request<PersonalData>('GET', '/app-api/prestiscene/personal-data', {
          token: office.service.issuer.publicToken({ tenantId: theatre.tenantId, email: FRIEND }),
        })
      ).body;

    test('as a gift voucher goes once its mail has left; the voucher keeps its buyer and its worth', async () => {
      const { id } = await makeVoucher(office, theatre.tenantId);
      const change = (values: string) =>
        office.database.asSuperuser(`UPDATE gift_voucher SET ${values} WHERE id = $1`, [id]);
      const row = async () => {
        const [found] = await office.database.asSuperuser(
          'SELECT beneficiary_name, beneficiary_email, message, customer_email, state FROM gift_voucher WHERE id = $1',
          [id],
        );
        return found;
      };
      const theirs = { beneficiary_name: 'Alix', beneficiary_email: FRIEND, message: 'Bon anniversaire' };
      await change(
        `beneficiary_email = '${FRIEND}', message = 'Bon anniversaire', is_sent = false, sent_at = NULL`,
      );
      await eraseFriend();
      expect(await row()).toMatchObject(theirs);
      expect(await waiting()).toEqual([{ email: FRIEND }]);
      await change(`is_sent = true, sent_at = now() - interval '2 days'`);
      expect((await received()).receivedGiftVouchers).toMatchObject([
        { name: 'Alix', message: 'Bon anniversaire' },
      ]);
      await night();
      expect(await row()).toEqual({
        ...{ beneficiary_name: null, beneficiary_email: null, message: null },
        ...{ customer_email: 'camille@example.test', state: 'VALIDATED' },
      });
      expect(await waiting()).toEqual([]);
      expect((await received()).receivedGiftVouchers).toEqual([]);
    });

    test('as a ticket goes after the performance; the buyer of the order is not concerned', async () => {
      const { id } = await sold();
      await office.database.asSuperuser(
        `INSERT INTO ticket_transfer (tenant_id, item_id, name, email)
         SELECT tenant_id, id, 'Alix', '${FRIEND}' FROM reservation_item WHERE reservation_id = $1`,
        [id],
      );
      await office.database.asSuperuser(
        `UPDATE reservation_item SET holder_name = 'Alix' WHERE reservation_id = $1`,
        [id],
      );
      const row = async () => {
        const [found] = await office.database.asSuperuser(
          `SELECT x.name, x.email, i.holder_name FROM ticket_transfer x JOIN reservation_item i ON i.id = x.item_id
           WHERE i.reservation_id = $1`,
          [id],
        );
        return found;
      };
      await eraseFriend();
      expect(await row()).toEqual({ name: 'Alix', email: FRIEND, holder_name: 'Alix' });
      expect((await received()).receivedTickets).toMatchObject([{ show: 'Le Grand Soir', name: 'Alix' }]);
      await play();
      await night();
      expect(await row()).toEqual({ name: ERASED_NAME, email: '', holder_name: null });
      expect(await waiting()).toEqual([]);
      expect(await rowOf(id)).toMatchObject({ customer_email: CUSTOMER.email });
    });
  });
});
