import { BoxOffice, type Theatre } from './support/box-office';

describe('the price and the VAT of a formula', () => {
  let office: BoxOffice;
  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  afterAll(() => office.close());

  const front = '/app-api/configuration/representations';
  const bought = async ({ performanceId }: Pick<Theatre, 'performanceId'>) => {
    const seat = (await office.seats(performanceId)).find(({ state }) => state === 'FREE');
    const buyer = await office.buyer(performanceId, [seat?.id ?? '']);
    const cart = await office.visit<{ vat: { rate: string }[] }>(
      'GET',
      '/app-api/prestiscene/reservations/cart',
      undefined,
      buyer.token,
    );
    return { totalMinor: buyer.totalMinor, rates: cart.body.vat.map(({ rate }) => rate) };
  };

  test('are those of the day and the channel, wherever the public sees them', async () => {
    const theatre = await office.theatre({
      formula: {
        prices: [
          { priceTTC: '79.00', channel: 'ONLINE' },
          { priceTTC: '60.00', channel: 'BOX_OFFICE' },
          { priceTTC: '10.00', channel: 'ONLINE', validFrom: '2020-01-01', validUntil: '2020-01-31' },
        ],
      },
    });
    const { performanceId } = theatre;
    const formulas = await office.visit('GET', `${front}/${performanceId}/formules`);
    expect(formulas.body).toMatchObject({ items: [{ priceTTC: '79.00', options: [] }] });
    const performance = await office.visit('GET', `${front}/${performanceId}`);
    expect(performance.body).toMatchObject({ lowestPrice: '79.00' });
    expect(await bought(theatre)).toEqual({ totalMinor: 7900, rates: ['5.5'] });
  });

  test('change from 2.1 % to 5.5 % at the 141st performance, cancelled ones not counted', async () => {
    const theatre = await office.theatre({
      show: { performancesBefore: 139 },
      formula: { vatBreakdown: [{ label: 'Spectacle', rate: '2.1', amountTTC: '89.00' }] },
    });
    const next = await office.perform(theatre, { date: '2031-05-15' });
    expect((await bought(theatre)).rates).toEqual(['2.1']);
    expect(await bought({ performanceId: next })).toEqual({ totalMinor: 8900, rates: ['5.5'] });
    await office.database.asSuperuser('UPDATE performance SET is_cancelled = true WHERE id = $1', [
      theatre.performanceId,
    ]);
    expect((await bought({ performanceId: next })).rates).toEqual(['2.1']);
    const cancelled = await office.visit('GET', `${front}/${theatre.performanceId}`);
    expect(cancelled.body).toMatchObject({ onSale: false });
  });

  test('come with the options that the public may choose (R-118)', async () => {
    const theatre = await office.theatre();
    const { tenantId, formulaId, performanceId } = theatre;
    const option = async (name: string, changes: object = {}) => {
      const made = await office.staff<{ id: string }>(tenantId, 'POST', '/b/api/configuration/options', {
        name,
        totalTTC: '9.00',
        vat: '20',
        ...changes,
      });
      return made.body.id;
    };
    const glass = await option('Coupe', { requiresNumberEntry: true, numberEntryLabel: 'Combien ?' });
    const programme = await option('Programme', { displayOnReservationsMode: 'ADMIN' });
    await office.database.asSuperuser('UPDATE formula SET options = $2::uuid[] WHERE id = $1', [
      formulaId,
      [programme, glass],
    ]);
    const { body } = await office.visit('GET', `${front}/${performanceId}/formules`);
    expect(body).toMatchObject({
      items: [{ options: [{ id: glass, priceTTC: '9.00', numberEntry: { label: 'Combien ?', min: 1 } }] }],
    });
    expect(JSON.stringify(body)).not.toContain('Programme');
  });
});
