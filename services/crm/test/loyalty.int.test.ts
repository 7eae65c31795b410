import { randomUUID } from 'node:crypto';
import { systemActor } from '@coulisse/service-kit';
import { eventually } from '@coulisse/test-kit';
import { office, type Stored } from './support/office';

jest.setTimeout(60_000);

interface Tiers extends Stored {
  loyalty: { id: string; label: string } | null;
  loyaltyIsManual: boolean;
  turnoverHT: string;
}
const DAY = 86_400_000;

describe('loyalty labels', () => {
  const crm = office();

  /** A tenant with labels, and a buyer. */
  async function theatre() {
    const tenantId = randomUUID();
    const label = async (name: string, minAmountHT: string | null, maxAmountHT: string | null) =>
      (await crm.make('loyalty-labels', { name, minAmountHT, maxAmountHT }, tenantId)).id;
    const labels = {
      bronze: await label('Bronze', '0.00', '500.00'),
      silver: await label('Argent', '500.00', '2000.00'),
      gold: await label('Or', '2000.00', null),
      press: await label('Presse', null, null),
    };
    const email = `${randomUUID()}@crm.test`;
    const sell = async (amountHT: number, at = new Date()) => {
      const sale = await crm.sell(tenantId, { email, lastName: 'Pons' }, { amountHT, at });
      return { sale, tiersId: await crm.buyerOf(sale) };
    };
    const read = (id: string) => crm.read<Tiers>(`tiers/${id}`, tenantId);
    const change = async (id: string, body: object) => {
      const { version } = await read(id);
      const answer = await crm.call<Tiers>(
        'PATCH',
        `tiers/${id}`,
        { body, headers: { 'if-match': `"${version}"` } },
        tenantId,
      );
      expect(answer.status).toBe(200);
      return answer.body;
    };
    return { tenantId, labels, sell, read, change };
  }

  it('R-204: follow the turnover of twelve months, sale by sale', async () => {
    const { tenantId, sell, read, labels } = await theatre();
    const { tiersId } = await sell(120.5);
    expect(await read(tiersId)).toMatchObject({
      turnoverHT: '120.50',
      loyalty: { id: labels.bronze, label: 'Bronze' },
      loyaltyIsManual: false,
    });
    await sell(379.49);
    expect(await read(tiersId)).toMatchObject({ turnoverHT: '499.99', loyalty: { id: labels.bronze } });
    await sell(0.01);
    expect(await read(tiersId)).toMatchObject({ turnoverHT: '500.00', loyalty: { id: labels.silver } });
    await sell(4000);
    const history = await crm.read<{ items: { action: string; actor: string; changes: object }[] }>(
      `tiers/${tiersId}/history`,
      tenantId,
    );
    expect(history.items[0]).toMatchObject({
      action: 'update',
      changes: { loyalty: [labels.silver, labels.gold] },
    });
    expect(await read(tiersId)).toMatchObject({ loyalty: { id: labels.gold } });
  });

  it('ignore cancelled sales, also when the cancellation arrives first', async () => {
    const { tenantId, sell, read, labels } = await theatre();
    const { sale, tiersId } = await sell(3000);
    await sell(100);
    await crm.publishReservationEvent(tenantId, 'canceled', sale);
    await eventually(async () => {
      expect(await read(tiersId)).toMatchObject({ turnoverHT: '100.00', loyalty: { id: labels.bronze } });
    });
    await crm.publishReservationEvent(tenantId, 'validated', sale);
    await sell(1);
    expect(await read(tiersId)).toMatchObject({ turnoverHT: '101.00' });

    const early = randomUUID();
    await crm.publishReservationEvent(tenantId, 'canceled', early);
    crm.ticketing.reservations.set(early, { ...crm.ticketing.reservations.get(sale)!, reservationId: early });
    await crm.publishReservationEvent(tenantId, 'validated', early);
    await crm.buyerOf(early);
    expect(await read(tiersId)).toMatchObject({ turnoverHT: '101.00' });
  });

  it('ignore sales older than twelve months and sales of another tenant', async () => {
    const { sell, read } = await theatre();
    const { tiersId } = await sell(900, new Date(Date.now() - 370 * DAY));
    expect(await read(tiersId)).toMatchObject({ turnoverHT: '0.00', loyalty: null });
    const elsewhere = await theatre();
    await elsewhere.sell(900);
    expect(await read(tiersId)).toMatchObject({ turnoverHT: '0.00' });
  });

  it('stay as chosen by hand, until the choice is cleared', async () => {
    const { sell, read, change, labels } = await theatre();
    const { tiersId } = await sell(100);
    expect(await change(tiersId, { loyalty: labels.press })).toMatchObject({
      loyalty: { id: labels.press },
      loyaltyIsManual: true,
    });
    await sell(5000);
    expect(await read(tiersId)).toMatchObject({ loyalty: { id: labels.press }, turnoverHT: '5100.00' });
    expect(await change(tiersId, { loyaltyIsManual: false })).toMatchObject({
      loyalty: { id: labels.gold },
      loyaltyIsManual: false,
    });
    await change(tiersId, { loyalty: labels.bronze });
    expect(await change(tiersId, { loyalty: null })).toMatchObject({
      loyalty: { id: labels.gold },
      loyaltyIsManual: false,
    });
  });

  it('are computed again each night, at the night of the tenant, and when the scale changes', async () => {
    const { tenantId, sell, read, labels } = await theatre();
    const { tiersId } = await sell(900);
    const recent = await sell(10);
    expect(recent.tiersId).toBe(tiersId);
    // More than a year passes.
    await crm.crm.ctx.db.inTenant(systemActor(tenantId, 'test'), ({ sql }) =>
      sql.query(`UPDATE tiers_sale SET sold_at = sold_at - interval '13 months' WHERE amount_ht = 900`),
    );
    expect(await read(tiersId)).toMatchObject({ loyalty: { id: labels.silver } });
    await crm.runDaily(tenantId);
    await eventually(async () =>
      expect(await read(tiersId)).toMatchObject({ turnoverHT: '10.00', loyalty: { id: labels.bronze } }),
    );
    const { version } = await read(tiersId);
    await crm.runDaily(tenantId);
    expect(await read(tiersId)).toMatchObject({ version });

    const bands = [
      { id: labels.bronze, min: '0.00', max: '5.00' },
      { id: labels.silver, min: '5.00', max: '2000.00' },
    ];
    await crm.call('PUT', 'loyalty-labels/_bands', { body: { bands } }, tenantId);
    await eventually(async () =>
      expect(await read(tiersId)).toMatchObject({ loyalty: { id: labels.silver } }),
    );
  });

  it('have the same result when several jobs compute them at once', async () => {
    const { tenantId, sell, read, labels } = await theatre();
    const { tiersId } = await sell(900);
    const { version } = await read(tiersId);
    const bands = [
      { id: labels.bronze, min: '0.00', max: '950.00' },
      { id: labels.silver, min: '950.00', max: '2000.00' },
    ];
    await Promise.all([
      crm.call('PUT', 'loyalty-labels/_bands', { body: { bands } }, tenantId),
      crm.runDaily(tenantId),
      crm.call('PUT', 'loyalty-labels/_bands', { body: { bands } }, tenantId),
    ]);
    await crm.jobsDone(tenantId);
    expect(await read(tiersId)).toMatchObject({ loyalty: { id: labels.bronze }, version: version + 1 });
  });
});
