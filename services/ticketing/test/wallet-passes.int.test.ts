import { generateKeyPairSync } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { BoxOffice, type Theatre } from './support/box-office';
import { makeTestCertificate } from './support/wallet-certificate';

const ORDER = '/app-api/prestiscene/reservations/order';
const { certificate, key, authority } = makeTestCertificate();
const BUNDLE = certificate + key + authority;

interface OrderAnswer {
  hasWalletPasses: boolean;
  hasWalletLinks: boolean;
  seats: { id: string; ticket: { id: string } | null }[];
}

describe('passes for the wallets of phones', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let settingsPath: string;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ rows: 1, seatsPerRow: 4 });
    const [row] = await office.database.asSuperuser<{ id: string }>(
      `INSERT INTO settings (id, tenant_id, name) VALUES (uuidv7(), $1, 'Le Lumière') RETURNING id`,
      [theatre.tenantId],
    );
    settingsPath = `/b/api/configuration/settings/${row?.id}`;
  });
  afterAll(() => office.close());

  const setCertificate = (walletCertificate: string | null, version: number) =>
    office.staff<{ errors?: { pointer: string; code: string }[] }>(
      theatre.tenantId,
      'PATCH',
      settingsPath,
      { walletCertificate },
      { headers: { 'if-match': `"${version}"` } },
    );
  const sold = async (index = 0) => {
    const seats = await office.seats(theatre.performanceId);
    const buyer = await office.paidBuyer(theatre, [seats[index]!.id]);
    const { id } = buyer.reservation;
    await eventually(async () => expect((await office.outcome(id, buyer.token)).tickets).toHaveLength(1));
    const { body } = await office.visit<{ orderKey: string }>(
      'GET',
      `/app-api/prestiscene/reservations/${id}`,
      undefined,
      buyer.token,
    );
    return body.orderKey;
  };
  const read = async (orderKey: string) =>
    (await office.visit<OrderAnswer>('GET', ORDER, undefined, null, { 'order-key': orderKey })).body;
  const pass = (orderKey: string, seatId: string) =>
    office.visit('GET', `${ORDER}/tickets/${seatId}/wallet-pass`, undefined, null, { 'order-key': orderKey });

  test('exist where the theatre has a certificate, for the tickets of the own order alone', async () => {
    const orderKey = await sold();
    const before = await read(orderKey);
    const [seat] = before.seats;
    expect(before.hasWalletPasses).toBe(false);
    expect((await pass(orderKey, seat!.id)).status).toBe(404);

    expect((await setCertificate(BUNDLE, 1)).status).toBe(200);
    expect((await read(orderKey)).hasWalletPasses).toBe(true);
    const shown = await pass(orderKey, seat!.id);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-type')).toBe('application/vnd.apple.pkpass');
    expect(shown.headers.get('cache-control')).toBe('private, no-store');
    expect(shown.text.slice(0, 2)).toBe('PK');

    const other = await read(await sold(1));
    expect((await pass(orderKey, other.seats[0]!.id)).status).toBe(404);
    expect((await pass(`${orderKey.slice(0, -1)}_`, seat!.id)).status).toBe(404);

    expect((await setCertificate(null, 2)).status).toBe(200);
    expect((await read(orderKey)).hasWalletPasses).toBe(false);
    expect((await pass(orderKey, seat!.id)).status).toBe(404);
  });

  test('are signed with a certificate that nobody reads back, and that was checked before', async () => {
    for (const text of [certificate + key, authority + key, 'x'])
      expect((await setCertificate(text, 1)).body.errors).toMatchObject([
        { pointer: '/walletCertificate', code: 'settings.wallet-certificate' },
      ]);
    const saved = await setCertificate(BUNDLE, 1);
    expect(saved.status).toBe(200);
    expect(saved.text).not.toContain('PRIVATE KEY');
    const shown = await office.staff(theatre.tenantId, 'GET', settingsPath);
    expect(shown.text).not.toContain('PRIVATE KEY');
    const [row] = await office.database.asSuperuser<{ stored: Buffer }>(
      'SELECT wallet_certificate AS stored FROM settings WHERE tenant_id = $1',
      [theatre.tenantId],
    );
    expect(row?.stored.toString('latin1')).not.toContain('PRIVATE KEY');
  });

  test('are links of Google Wallet where the theatre has an account there, for the own order alone', async () => {
    const orderKey = await sold();
    const [seat] = (await read(orderKey)).seats;
    const link = (key: string, seatId: string) =>
      office.visit<{ url?: string }>('POST', `${ORDER}/tickets/${seatId}/wallet-link`, {}, null, {
        'order-key': key,
      });
    expect((await read(orderKey)).hasWalletLinks).toBe(false);
    expect((await link(orderKey, seat!.id)).status).toBe(404);

    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const file = JSON.stringify({
      client_email: 'wallet@theatre.iam.gserviceaccount.com',
      private_key_id: 'k1',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    });
    const save = (body: object, version: number) =>
      office.staff<{ errors?: { pointer: string; code: string }[] }>(
        theatre.tenantId,
        'PATCH',
        settingsPath,
        body,
        { headers: { 'if-match': `"${version}"` } },
      );
    expect((await save({ googleWalletKey: file }, 1)).body.errors).toMatchObject([
      { pointer: '/googleWalletIssuer', code: 'validation.not-blank' },
    ]);
    const saved = await save({ googleWalletIssuer: '3388000000012345678', googleWalletKey: file }, 1);
    expect(saved.status).toBe(200);
    expect(saved.text).not.toContain('PRIVATE KEY');

    expect((await read(orderKey)).hasWalletLinks).toBe(true);
    const made = await link(orderKey, seat!.id);
    expect(made.status).toBe(200);
    expect(made.headers.get('cache-control')).toBe('private, no-store');
    expect(made.body.url).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\/[\w-]+\.[\w-]+\.[\w-]+$/);
    const other = await read(await sold(1));
    expect((await link(orderKey, other.seats[0]!.id)).status).toBe(404);
  });
});
