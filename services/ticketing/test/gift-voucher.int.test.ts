import { randomUUID } from 'node:crypto';
import { barrier } from '@coulisse/test-kit';
import { Client } from 'pg';
import { USE } from '../src/features/gift-vouchers/voucher-ledger.store';
import { BoxOffice, type Theatre } from './support/box-office';
import { makeVoucher, type MadeVoucher } from './support/vouchers';

const base = '/b/api/prestiscene/gift-vouchers';
const WINDOWS = 20;

describe('a gift voucher', () => {
  let office: BoxOffice;
  let theatre: Theatre;

  beforeAll(async () => {
    office = await BoxOffice.open({ env: { DATABASE_POOL_SIZE: '20' } });
    theatre = await office.theatre();
  }, 60_000);
  afterAll(() => office.close());

  const read = async (id: string, tenantId = theatre.tenantId) =>
    (await office.staff<Record<string, unknown>>(tenantId, 'GET', `${base}/${id}`)).body;
  const go = (id: string, action: string, body: object = {}) =>
    office.staff<{ code?: string; state?: string; balance?: string }>(
      theatre.tenantId,
      'POST',
      `${base}/${id}/transitions/${action}`,
      body,
    );

  test('is worth its total until the end that the settings say, and its key is not shown (R-169)', async () => {
    const { id, key } = await makeVoucher(office, theatre.tenantId);
    const body = await read(id);
    expect(body).toMatchObject({ state: 'VALIDATED', balance: '100.00', totalTTC: '100.00', key: null });
    expect(Date.parse(String(body.validityDate)) - Date.parse(String(body.soldOn))).toBe(365 * 86_400_000);
    expect(JSON.stringify(body)).not.toContain(key);
    const stored = await office.database.asSuperuser<{ key: Buffer }>(
      'SELECT key FROM gift_voucher WHERE id = $1',
      [id],
    );
    expect(stored[0]!.key.toString('latin1')).not.toContain(key);
  });

  test('has its worth, its uses and what was given back in its ledger', async () => {
    const { id } = await makeVoucher(office, theatre.tenantId);
    const { body } = await office.staff<{ items: object[] }>(theatre.tenantId, 'GET', `${base}/${id}/uses`);
    expect(body.items).toMatchObject([
      { number: 1, kind: 'ISSUE', amountMinor: 10_000, balanceMinor: 10_000 },
    ]);
  });

  test('is worth nothing once it is cancelled, and something again when it is valid again', async () => {
    const { id } = await makeVoucher(office, theatre.tenantId);
    expect((await go(id, 'cancel')).body).toMatchObject({
      state: 'CANCELED',
      balance: '0.00',
    });
    expect((await go(id, 'back_to_draft')).body.state).toBe('DRAFT');
    expect((await go(id, 'valid')).body).toMatchObject({ state: 'VALIDATED', balance: '100.00' });
  });

  test('is made by staff as a draft, of an amount or of a formula that is offered on vouchers (R-196)', async () => {
    const make = (items: object[], rights?: string[]) =>
      office.staff<Record<string, unknown> & { errors?: { pointer: string; code: string }[] }>(
        theatre.tenantId,
        'POST',
        base,
        { customerName: 'Camille Durand', items },
        rights ? { rights } : {},
      );
    const amount = await make([{ unitTTC: '75.50' }]);
    expect([amount.status, amount.body]).toMatchObject([
      201,
      { state: 'DRAFT', totalTTC: '75.50', totalVAT: '0.00', vatPurpose: 'MULTI_PURPOSE', balance: '0.00' },
    ]);
    expect(amount.body['code']).toMatch(/^B-\w{4}-\w{4}$/);
    expect(JSON.stringify((await make([{ quantity: 2 }])).body.errors)).toContain('unitTTC');
    expect((await make([])).body['code']).toBe('gift-voucher.one-line');
    const { formulaId } = theatre;
    expect((await make([{ formula: formulaId }])).body['code']).toBe('gift-voucher.formula-not-available');
    await office.database.asSuperuser('UPDATE formula SET available_on_gift_vouchers = true WHERE id = $1', [
      formulaId,
    ]);
    // 178.00 with 5.5 % in it: 168.72 and 9.28.
    expect((await make([{ formula: formulaId, quantity: 2 }])).body).toMatchObject({
      totalTTC: '178.00',
      totalHT: '168.72',
      totalVAT: '9.28',
      vatPurpose: 'SINGLE_PURPOSE',
    });
    expect((await make([{ unitTTC: '10.00' }], ['ticketing.gift-voucher.read'])).status).toBe(403);
  });

  test('is posted once, and only when it is to be (R-044)', async () => {
    const digital = await makeVoucher(office, theatre.tenantId);
    expect((await go(digital.id, 'post')).body.code).toBe('gift-voucher.not-postal');
    const { id } = await makeVoucher(office, theatre.tenantId, { isPostal: true });
    expect((await go(id, 'post')).body).toMatchObject({ postalSended: true });
    expect((await go(id, 'post')).body.code).toBe('gift-voucher.is-posted');
    expect((await go(id, 'unpost')).body).toMatchObject({ postalSended: false });
  });

  test('is found at the desk by its code, however that is typed, and in its own theatre only', async () => {
    const { id, code } = await makeVoucher(office, theatre.tenantId);
    const find = (tenantId: string, typed: string) =>
      office.staff<{ id: string; balanceMinor: number; code: string }>(
        tenantId,
        'GET',
        `/b/api/prestiscene/desk/gift-vouchers?code=${encodeURIComponent(typed)}`,
      );
    expect((await find(theatre.tenantId, code.toLowerCase().replaceAll('-', ' '))).body).toMatchObject({
      id,
      balanceMinor: 10_000,
    });
    const other = await office.theatre();
    expect((await find(other.tenantId, code)).body.code).toBe('gift-voucher.not-found');
    expect((await office.staff(other.tenantId, 'GET', `${base}/${id}`)).status).toBe(404);
    expect(
      (await office.staff<{ items: object[] }>(other.tenantId, 'GET', `${base}/${id}/uses`)).body.items,
    ).toEqual([]);
    const draft = await makeVoucher(office, theatre.tenantId, { isDraft: true });
    expect((await find(theatre.tenantId, draft.code)).body.code).toBe('gift-voucher.not-found');
  });

  describe('used by many at once', () => {
    let voucher: MadeVoucher;
    let reservationId: string;
    beforeAll(async () => {
      voucher = await makeVoucher(office, theatre.tenantId);
      const [seat] = await office.seats(theatre.performanceId);
      reservationId = (await office.buyer(theatre.performanceId, [seat!.id])).reservation.id;
    });

    /** Both races read, wait for each other, then write. What differs is what decides: the keys, or what was read. */
    async function race(
      spend: (client: Client, meet: () => Promise<void>) => Promise<boolean>,
    ): Promise<number> {
      const meet = barrier(WINDOWS);
      const spent = Array.from({ length: WINDOWS }, async () => {
        const client = new Client({ connectionString: office.database.url });
        await client.connect();
        try {
          await client.query(`BEGIN; SET LOCAL app.tenant = '${theatre.tenantId}'`);
          const done = await spend(client, meet).catch(() => false);
          await client.query(done ? 'COMMIT' : 'ROLLBACK');
          return done;
        } finally {
          await client.end();
        }
      });
      return (await Promise.all(spent)).filter(Boolean).length;
    }

    test('pays once by the production statement, even without the lock of the voucher', async () => {
      const winners = await race(async (client, meet) => {
        await client.query('SELECT 1 FROM gift_voucher_entry WHERE voucher_id = $1', [voucher.id]);
        await meet();
        const { rowCount } = await client.query(USE, [theatre.tenantId, voucher.id, 10_000, reservationId]);
        return rowCount === 1;
      });
      expect(winners).toBe(1);
      expect(await read(voucher.id)).toMatchObject({ balance: '0.00' });
    });

    test('pays many times by the sabotaged twin, which reads first and then writes, on a table without the keys', async () => {
      const owner = new Client({ connectionString: office.database.ownerUrl });
      await owner.connect();
      await owner.query(
        `CREATE TABLE twin (voucher_id uuid, amount_minor int); GRANT SELECT, INSERT ON twin TO ticketing_app;
         INSERT INTO twin VALUES ('${voucher.id}', 10000)`,
      );
      await owner.end();
      const winners = await race(async (client, meet) => {
        const { rows } = await client.query<{ left: number }>(
          'SELECT sum(amount_minor)::int AS left FROM twin WHERE voucher_id = $1',
          [voucher.id],
        );
        await meet();
        if (rows[0]!.left < 10_000) return false;
        await client.query('INSERT INTO twin VALUES ($1, -10000)', [voucher.id]);
        return true;
      });
      expect(winners).toBeGreaterThan(1);
    });

    test('has a ledger that nobody can change, or continue with another balance', async () => {
      const client = new Client({ connectionString: office.database.url });
      await client.connect();
      const attempt = async (text: string, values: unknown[]) => {
        await client.query(`BEGIN; SET LOCAL app.tenant = '${theatre.tenantId}'`);
        const refused = await client.query(text, values).then(
          () => 'done',
          (error: { code: string }) => error.code,
        );
        await client.query('ROLLBACK');
        return refused;
      };
      const add = (number: number, before: number, amount: number, balance: number) =>
        attempt(
          `INSERT INTO gift_voucher_entry (tenant_id, voucher_id, number, previous, kind, amount_minor, before_minor, balance_minor, reservation_id)
           VALUES ($1, $2, $3::int, $3::int - 1, 'USE', $4, $5, $6, $7)`,
          [theatre.tenantId, voucher.id, number, amount, before, balance, reservationId],
        );
      const [PERMISSION, UNIQUE, FOREIGN, CHECK] = ['42501', '23505', '23503', '23514'];
      expect(
        await attempt('UPDATE gift_voucher_entry SET amount_minor = 1 WHERE voucher_id = $1', [voucher.id]),
      ).toBe(PERMISSION);
      expect(await attempt('DELETE FROM gift_voucher_entry WHERE voucher_id = $1', [voucher.id])).toBe(
        PERMISSION,
      );
      expect(await add(2, 10_000, -1, 9999)).toBe(UNIQUE);
      // A balance that no entry had, below zero, not the sum, a gap.
      expect(await add(3, 500, -100, 400)).toBe(FOREIGN);
      expect(await add(3, 0, -100, -100)).toBe(CHECK);
      expect(await add(3, 0, -100, 0)).toBe(CHECK);
      expect(await add(5, 0, -1, -1)).toBe(CHECK);
      await client.end();
    });
  });

  test('that does not exist has no ledger', async () => {
    const { body } = await office.staff<{ items: object[] }>(
      theatre.tenantId,
      'GET',
      `${base}/${randomUUID()}/uses`,
    );
    expect(body.items).toEqual([]);
  });
});
