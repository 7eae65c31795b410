import { randomUUID } from 'node:crypto';
import { BoxOffice, type Theatre } from './support/box-office';

describe('messages to a theatre', () => {
  let office: BoxOffice;
  let theatre: Theatre;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre();
  });
  afterAll(() => office.close());

  const accept = async (address: string | null) => {
    // As the event of its tenant makes them.
    await office.database.asSuperuser(
      `INSERT INTO public_id (id, tenant_id, kind) VALUES ($1, $1, 'THEATRE') ON CONFLICT (id) DO NOTHING`,
      [theatre.tenantId],
    );
    await office.database.asSuperuser(
      `INSERT INTO settings (id, tenant_id, contact_email) VALUES (gen_random_uuid(), $1, $2)
       ON CONFLICT (tenant_id) DO UPDATE SET contact_email = excluded.contact_email`,
      [theatre.tenantId, address],
    );
  };
  const typed = (changes: object = {}) => ({
    key: randomUUID(),
    name: 'Zoé & fils',
    email: 'Zoe@Example.test',
    subject: 'ACCESS',
    message: 'Bonjour,\n\nY a-t-il une rampe ?',
    language: 'en',
    ...changes,
  });
  const write = (body: object) =>
    office.visit<{ code: string; errors: { pointer: string }[] }>(
      'POST',
      `/app-api/configuration/saas-customers/${theatre.tenantId}/contact`,
      body,
      null,
    );
  const mails = () =>
    [...office.peers.mails.values()].filter(
      ({ kind, tenantId }) => kind === 'ticketing.contact-message' && tenantId === theatre.tenantId,
    );

  test('reach the mailbox of its settings once, and are answered to their author', async () => {
    await accept('accueil@theatre.test');
    const message = typed();
    expect((await write(message)).status).toBe(202);
    expect((await write(message)).status).toBe(202);
    expect(mails()).toMatchObject([
      {
        to: { address: 'accueil@theatre.test' },
        replyTo: { name: 'Zoé & fils', address: 'zoe@example.test' },
        subject: '[Contact] Accès et handicap',
        text: expect.stringContaining('une rampe ?') as string,
      },
    ]);
  });

  test('have no other recipient, and no line that a header could become', async () => {
    await accept('accueil@theatre.test');
    for (const [changes, pointer] of [
      [{ to: 'victim@example.test' }, '/to'],
      [{ name: 'Zoé\r\nBcc: victim@example.test' }, '/name'],
      [{ email: 'zoe@example.test\r\nBcc: victim@example.test' }, '/email'],
      [{ message: ' ' }, '/message'],
      [{ message: 'x'.repeat(4_001) }, '/message'],
      [{ subject: 'SPAM' }, '/subject'],
    ] as const) {
      const { status, body } = await write(typed(changes));
      expect({ status, pointers: body.errors.map((error) => error.pointer) }).toEqual({
        status: 422,
        pointers: [pointer],
      });
    }
    expect(mails()).toEqual([]);
  });

  test('are refused where the theatre takes none', async () => {
    await accept(null);
    expect((await write(typed())).status).toBe(404);
  });

  test('are not lost while mails cannot be sent: the author is told', async () => {
    await accept('accueil@theatre.test');
    office.peers.outages = 100;
    const message = typed();
    expect((await write(message)).body).toMatchObject({ code: 'service.unavailable' });
    office.peers.outages = 0;
    expect((await write(message)).status).toBe(202);
    expect(mails()).toHaveLength(1);
  });
});
