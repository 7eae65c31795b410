import { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { BoxOffice } from './support/box-office';

describe('an order with a promotion code (R-182)', () => {
  let office: BoxOffice;
  const codes = ({ body }: { body: { code?: string; errors?: { pointer: string; code: string }[] } }) => [
    body.code,
    ...(body.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`),
  ];
  const add = (tenantId: string, values: object) =>
    office.staff<{ id: string; code: string; numberOfUses: number }>(
      tenantId,
      'POST',
      '/b/api/configuration/promotion-codes',
      { name: 'Rentrée', ...values },
    );
  const lookUp = (token: string, code: string) =>
    office.visit(
      'GET',
      `/app-api/prestiscene/promotion-codes/by-code?code=${encodeURIComponent(code)}`,
      undefined,
      token,
    );
  const cart = (token: string) =>
    office.visit('GET', '/app-api/prestiscene/reservations/cart', undefined, token);
  const heldBy = async (performanceId: string, from: number, count: number) => {
    const seats = (await office.seats(performanceId)).slice(from, from + count).map(({ id }) => id);
    return (await office.hold(performanceId, seats)).body.cart.token;
  };

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  afterAll(() => office.close());

  test('is paid at the reduced price, and counts one use once it is paid', async () => {
    const theatre = await office.theatre();
    const { tenantId, performanceId } = theatre;
    const made = await add(tenantId, { code: 'RENTREE', value: '10', maxNumberOfUses: 1 });
    expect([made.status, made.body.numberOfUses]).toEqual([201, 0]);
    const token = await heldBy(performanceId, 0, 2);
    expect((await lookUp(token, 'rentree')).body).toEqual({ discountMinor: 1780, totalMinor: 16_020 });
    const saved = await office.save(token, { promotionCode: 'rentree' });
    expect(saved.body.totalMinor).toBe(16_020);
    expect((await cart(token)).body).toMatchObject({
      totalMinor: 16_020,
      discountMinor: 1780,
      promotionCode: 'RENTREE',
      vat: [{ rate: '5.5', baseMinor: 15_185, vatMinor: 835 }],
    });
    const { paymentId } = (await office.pay(token)).body;
    const reservationId = saved.body.reservation.id;
    await office.accept(tenantId, { paymentId, reservationId, amountMinor: 16_020 });
    await office.settled(performanceId);
    const path = `/b/api/configuration/promotion-codes/${made.body.id}`;
    expect((await office.staff(tenantId, 'GET', path)).body).toMatchObject({ numberOfUses: 1 });
    const sold = await office.staff(tenantId, 'GET', `/b/api/prestiscene/reservations/${reservationId}`);
    expect(sold.body).toMatchObject({
      totalTTC: '160.20',
      discountAmountTTC: '17.80',
      promotionCode: { label: 'RENTREE' },
    });
    const next = await office.save(await heldBy(performanceId, 2, 1), { promotionCode: 'RENTREE' });
    expect(codes(next)).toEqual(['promotion-code.exhausted', '/promotionCode promotion-code.exhausted']);
  });

  test('of a structure is for its shows alone, at each step of the sale', async () => {
    const { tenantId, performanceId, showId } = await office.theatre();
    const entity = randomUUID();
    await office.publishLabel(tenantId, 'identity.entity', entity, 'La Lanterne');
    const made = await eventually(async () => {
      const answer = await add(tenantId, { code: 'MAISON', value: '10', entity });
      expect(answer.status).toBe(201);
      return answer.body;
    });
    // The code may be made before the name of the structure has arrived.
    await eventually(async () => {
      const { body } = await office.staff(tenantId, 'GET', `/b/api/configuration/promotion-codes/${made.id}`);
      expect(body).toMatchObject({ entity: { id: entity, label: 'La Lanterne' } });
    });
    const token = await heldBy(performanceId, 0, 1);
    const refused = ['promotion-code.other-entity', '/promotionCode promotion-code.other-entity'];
    expect(codes(await lookUp(token, 'MAISON'))).toEqual(refused);
    expect(codes(await office.save(token, { promotionCode: 'MAISON' }))).toEqual(refused);
    const path = `/b/api/configuration/spectacles/${showId}`;
    const change = (value: string | null, version: number) =>
      office.staff(tenantId, 'PATCH', path, { entity: value }, { headers: { 'if-match': `"${version}"` } });
    expect((await change(entity, 1)).status).toBe(200);
    expect((await lookUp(token, 'MAISON')).body).toEqual({ discountMinor: 890, totalMinor: 8010 });
    expect((await office.save(token, { promotionCode: 'MAISON' })).body.totalMinor).toBe(8010);
    // An order keeps the code that it was saved with.
    expect((await change(null, 2)).status).toBe(200);
    expect((await cart(token)).body).toMatchObject({ totalMinor: 8010, promotionCode: 'MAISON' });
    expect(codes(await office.save(token, { promotionCode: 'MAISON' }))).toEqual(refused);
  });

  test('has the full price again without the code', async () => {
    const { tenantId, performanceId } = await office.theatre();
    await add(tenantId, { code: 'DIX', value: '10', isPercentage: false });
    const token = await heldBy(performanceId, 0, 1);
    expect((await office.save(token, { promotionCode: 'DIX' })).body.totalMinor).toBe(7900);
    expect((await office.save(token)).body.totalMinor).toBe(8900);
    expect((await cart(token)).body).toMatchObject({
      totalMinor: 8900,
      discountMinor: 0,
      promotionCode: null,
    });
  });

  test('is priced line by line before it is saved, and says why a code is refused', async () => {
    const { tenantId, performanceId } = await office.theatre();
    await add(tenantId, { code: 'DIXPOUR', value: '10' });
    await add(tenantId, { code: 'DORMANT', value: '10', active: false });
    await add(tenantId, { code: 'ANCIEN', value: '10', end: '2020-01-01' });
    const token = await heldBy(performanceId, 0, 2);
    const path = '/app-api/prestiscene/reservations/cart/prices';
    const prices = (promotionCode: string) => office.visit('POST', path, { promotionCode }, token);
    expect((await prices('dixpour')).body).toMatchObject({
      lines: [
        { listedMinor: 8900, priceMinor: 8010 },
        { listedMinor: 8900, priceMinor: 8010 },
      ],
      ...{ promotionCode: 'DIXPOUR', discountMinor: 1780, totalMinor: 16_020, leftToPayMinor: 16_020 },
      vat: [{ rate: '5.5', baseMinor: 15_185, vatMinor: 835 }],
    });
    expect((await cart(token)).body).toMatchObject({ promotionCode: null, totalMinor: 17_800 });
    for (const [typed, refusal] of [
      ['DORMANT', 'inactive'],
      ['ANCIEN', 'out-of-period'],
      ['RIEN', 'unknown'],
    ] as const)
      expect(codes(await prices(typed))).toEqual([
        `promotion-code.${refusal}`,
        `/promotionCode promotion-code.${refusal}`,
      ]);
    expect((await office.visit('POST', path, {}, null)).status).toBe(404);
  });

  test('is refused with a code of nobody or of another theatre', async () => {
    const { performanceId } = await office.theatre();
    const other = await office.theatre();
    await add(other.tenantId, { code: 'AILLEURS', value: '10' });
    const token = await heldBy(performanceId, 0, 1);
    for (const code of ['RIEN', 'AILLEURS'])
      expect(codes(await office.save(token, { promotionCode: code }))).toEqual([
        'promotion-code.unknown',
        '/promotionCode promotion-code.unknown',
      ]);
  });
});
