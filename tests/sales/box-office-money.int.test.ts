import { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { openOffice, type Desk, type Office } from './office';

jest.setTimeout(120_000);

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.stop());

const part = (amountMinor: number) => ({
  ...{ sourceId: randomUUID(), method: 'CARD', amountMinor, returnedMinor: 0 },
  paidAt: new Date('2026-11-26T19:00:00Z'),
});
const issued = async (desk: Desk, reservation: string, amount: string) => {
  const items = [{ label: 'Dîner spectacle', quantity: '1', unitPrice: amount, vatRate: '5.5' }];
  const draft = { title: 'Le Grand Soir', tiers: desk.tiers, reservation, priceEntry: 'TTC', items };
  const { id } = await desk.create('bills', draft);
  return desk.move(`bills/${id}`, 'post');
};
const payment = (desk: Desk, bill: string, amount: string) =>
  desk.create('manual-payments', {
    ...{ tiers: desk.tiers, method: 'TRANSFER', date: '2026-01-02', amount },
    items: [{ bill, amount }],
  });

test('payments takes no more of a bill than the box office has left open', async () => {
  const desk = await office.tenant();
  const reservation = randomUUID();
  office.peers.money.set(reservation, [part(17_800)]);
  const paid = await issued(desk, reservation, '178.00');
  expect(paid.state).toBe('PAID');
  const next = await issued(desk, reservation, '50.00');
  expect([next.state, next.amountLeft]).toEqual(['POSTED', '50.00']);

  const again = await payment(desk, paid.id, '0.01');
  await eventually(async () => {
    const { body } = await desk.refused(`manual-payments/${again.id}`, 'valid');
    expect(body.errors).toMatchObject([
      { pointer: '/items/0/amount', code: 'bill.above-left', params: { left: '0.00' } },
    ]);
  });
  const rest = await payment(desk, next.id, '50.00');
  await eventually(() => desk.move(`manual-payments/${rest.id}`, 'valid'));
  await eventually(async () => expect((await desk.read(`bills/${next.id}`)).state).toBe('PAID'));
});

test('money from both sides at once is counted once, and the box office fills what payments gives back', async () => {
  const desk = await office.tenant();
  const reservation = randomUUID();
  const { id } = await issued(desk, reservation, '178.00');
  const { id: paymentId } = await payment(desk, id, '178.00');
  office.peers.money.set(reservation, [part(17_800)]);
  // Payments does not know of the money yet.
  await eventually(() => desk.move(`manual-payments/${paymentId}`, 'valid'));
  await office.moneyChanged(desk.tenantId, reservation);
  await eventually(async () =>
    expect(await desk.read(`bills/${id}`)).toMatchObject({
      ...{ state: 'PAID', amountPaid: '178.00', amountBoxOffice: '0.00', amountLeft: '0.00' },
    }),
  );
  await desk.move(`manual-payments/${paymentId}`, 'cancel', { reason: 'Encaissé deux fois' });
  await eventually(async () =>
    expect(await desk.read(`bills/${id}`)).toMatchObject({
      ...{ state: 'PAID', amountPaid: '0.00', amountBoxOffice: '178.00', amountLeft: '0.00' },
    }),
  );
});
