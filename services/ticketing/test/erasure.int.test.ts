import { systemActor } from '@coulisse/service-kit';
import { eventually } from '@coulisse/test-kit';
import { eraseBuyer, eraseDue, ERASED_NAME } from '../src/features/personal-data/erase-buyer.command';
import { BoxOffice, CUSTOMER, type Theatre } from './support/box-office';

interface PersonalData {
  reservations: { code: string; customerName: string; show: string }[];
  giftVouchers: unknown[];
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
});
