import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { office, type Stored } from './support/office';

jest.setTimeout(60_000);

interface Refused {
  code: string;
  params: Record<string, string>;
  errors: { pointer: string; code: string }[];
}
type Limits = [min: string | null, max: string | null];

/** Each test has a tenant of its own: a tenant has one scale. */
describe('scales', () => {
  const crm = office();
  const theatre = () => {
    const tenantId = randomUUID();
    const call = <B = Stored>(method: string, path: string, options?: Parameters<typeof crm.call>[2]) =>
      crm.call<B>(method, path, options, tenantId);
    const label = (name: string, [minAmountHT, maxAmountHT]: Limits) =>
      call<Stored & Refused>('POST', 'loyalty-labels', { body: { name, minAmountHT, maxAmountHT } });
    const change = (record: Stored, body: object) =>
      call<Stored & Refused>('PATCH', `loyalty-labels/${record.id}`, {
        body,
        headers: { 'if-match': `"${record.version}"` },
      });
    return { tenantId, call, label, change };
  };
  const bronze: Limits = ['0.00', '500.00'];
  const silver: Limits = ['500.00', '2000.00'];
  const gold: Limits = ['2000.00', null];

  it('R-204: a loyalty label covers a range of HT amounts, which no other one covers', async () => {
    const { label } = theatre();
    expect((await label('Bronze', bronze)).status).toBe(201);
    const overlapping = await label('Argent', ['400.00', '2000.00']);
    expect(overlapping.status).toBe(422);
    expect(overlapping.body).toMatchObject({
      code: 'band.overlap',
      params: { lower: 'Bronze', upper: 'Argent', from: '400', to: '500' },
      errors: [{ pointer: '/minAmountHT', code: 'band.overlap' }],
      detail: 'Les tranches « Bronze » et « Argent » se chevauchent à partir de 400.',
    });
    const hole = await label('Argent', ['600.00', '2000.00']);
    expect(hole.body).toMatchObject({
      code: 'band.hole',
      params: { lower: 'Bronze', upper: 'Argent', from: '500', to: '600' },
    });
    expect((await label('Argent', silver)).status).toBe(201);
    expect((await label('Or', gold)).status).toBe(201);
    const beyond = await label('Platine', ['5000.00', null]);
    expect(beyond.body).toMatchObject({ code: 'band.overlap', params: { lower: 'Or', upper: 'Platine' } });
  });

  it('R-204: a prospect status covers a range from min to max, a hundred included', async () => {
    const { call } = theatre();
    const status = (name: string, [min, max]: Limits) =>
      call<Refused>('POST', 'prospect-statuses', { body: { name, min, max } });
    expect((await status('Froid', ['0', '30'])).status).toBe(201);
    expect((await status('Chaud', ['30', '100'])).status).toBe(201);
    expect((await status('Tiède', ['20', '40'])).body.code).toBe('band.overlap');
    expect((await status('Trop', ['100', '120'])).status).toBe(422);
  });

  it('exclude labels without limits, and refuse a max without a min', async () => {
    const { label } = theatre();
    await label('Bronze', bronze);
    expect((await label('Presse', [null, null])).status).toBe(201);
    const endless = await label('Fin', [null, '10.00']);
    expect(endless.body.errors).toMatchObject([{ pointer: '/minAmountHT', code: 'validation.not-blank' }]);
    const inverted = await label('Inversé', ['10.00', '5.00']);
    expect(inverted.body.errors).toMatchObject([{ pointer: '/maxAmountHT', code: 'band.empty' }]);
  });

  it('refuse to delete or archive a band in the middle', async () => {
    const { label, call, change } = theatre();
    await label('Bronze', bronze);
    const middle = (await label('Argent', silver)).body;
    const top = (await label('Or', gold)).body;
    for (const [method, path] of [
      ['DELETE', `loyalty-labels/${middle.id}`],
      ['POST', `loyalty-labels/${middle.id}/archive`],
    ] as const)
      expect((await call<Refused>(method, path)).body).toMatchObject({
        code: 'band.hole',
        params: { lower: 'Bronze', upper: 'Or', from: '500', to: '2000' },
      });
    const moved = await change(middle, { maxAmountHT: '3000.00' });
    expect(moved.body).toMatchObject({
      code: 'band.overlap',
      errors: [{ pointer: '/maxAmountHT', code: 'band.overlap' }],
    });
    expect((await call('POST', `loyalty-labels/${top.id}/archive`)).status).toBe(200);
    expect((await call('DELETE', `loyalty-labels/${middle.id}`)).status).toBe(204);
    expect((await call<Refused>('POST', `loyalty-labels/${top.id}/restore`)).body.code).toBe('band.hole');
  });

  it('change several limits at once', async () => {
    const { label, call } = theatre();
    const [low, middle, high] = [
      (await label('Bronze', bronze)).body,
      (await label('Argent', silver)).body,
      (await label('Or', gold)).body,
    ];
    const put = (bands: { id: string; min: string | null; max: string | null }[]) =>
      call<Refused & { bands: object[] }>('PUT', 'loyalty-labels/_bands', { body: { bands } });
    const moved = await put([
      { id: low.id, min: '0.00', max: '800.00' },
      { id: middle.id, min: '800.00', max: '1500.00' },
      { id: high.id, min: '1500.00', max: null },
    ]);
    expect(moved.body.bands).toMatchObject([
      { name: 'Bronze', min: '0', max: '800' },
      { name: 'Argent', min: '800', max: '1500' },
      { name: 'Or', min: '1500', max: null },
    ]);
    const wrong = await put([{ id: low.id, min: '0.00', max: '700.00' }]);
    expect(wrong.body.code).toBe('band.hole');
    const without = await put([
      { id: low.id, min: '0.00', max: '1500.00' },
      { id: middle.id, min: null, max: null },
    ]);
    expect(without.status).toBe(200);
    expect((await call('DELETE', `loyalty-labels/${middle.id}`)).status).toBe(204);
    const stranger = theatre();
    const theirs = await stranger.call('PUT', 'loyalty-labels/_bands', {
      body: { bands: [{ id: low.id, min: null, max: null }] },
    });
    expect(theirs.status).toBe(404);
    const reader = await call('PUT', 'loyalty-labels/_bands', {
      body: { bands: [{ id: low.id, min: null, max: null }] },
      rights: ['crm.loyalty-label.read'],
    });
    expect(reader.status).toBe(403);
  });

  describe('with ten concurrent requests for the same band', () => {
    const RACERS = 10;
    const overlapping = async (tenantId: string) => {
      const { bands } = (
        await crm.call<{ bands: { name: string }[] }>('GET', 'loyalty-labels/_bands', {}, tenantId)
      ).body;
      return bands.length;
    };

    it('accept one', async () => {
      const { label, tenantId } = theatre();
      const answers = await Promise.all(
        Array.from({ length: RACERS }, (_, index) => label(`Bronze ${index}`, bronze)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([
        201,
        ...Array<number>(RACERS - 1).fill(422),
      ]);
      expect(await overlapping(tenantId)).toBe(1);
    });

    it('accept several in the sabotaged twin, which reads without a lock', async () => {
      const { tenantId } = theatre();
      const clients = await Promise.all(
        [0, 1].map(async () => {
          const client = new Client({ connectionString: crm.database.url });
          await client.connect();
          await client.query('BEGIN');
          await client.query(`SELECT set_config('app.tenant', $1, true)`, [tenantId]);
          return client;
        }),
      );
      for (const [index, client] of clients.entries()) {
        const { rows } = await client.query('SELECT 1 FROM loyalty_label WHERE tenant_id = $1', [tenantId]);
        expect(rows).toEqual([]);
        await client.query(
          'INSERT INTO loyalty_label (id, tenant_id, name, min_amount_ht) VALUES (uuidv7(), $1, $2, 0)',
          [tenantId, `Jumeau ${index}`],
        );
      }
      for (const client of clients) {
        await client.query('COMMIT');
        await client.end();
      }
      expect(await overlapping(tenantId)).toBe(2);
    });
  });
});
