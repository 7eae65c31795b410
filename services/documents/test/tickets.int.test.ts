import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentsV1, topics, type TopicEvent } from '@coulisse/contracts';
import { systemActor } from '@coulisse/service-kit';
import { openClient } from '@coulisse/service-kit/grpc/clients';
import { MemoryBus } from '@coulisse/service-kit/messaging/memory-bus';
import {
  eventually,
  startTestService,
  testDatabase,
  type TestDatabase,
  type TestService,
  testCredentials,
} from '@coulisse/test-kit';
import { describeResource, serviceHarness } from '@coulisse/test-kit/describe-resource';
import { pageCount } from '../src/features/pdf/page-count.domain';
import { keepTickets, withdrawTickets } from '../src/features/tickets/keep-tickets.command';
import { renderTickets } from '../src/features/tickets/render-tickets';
import { sampleReservation } from '../src/features/tickets/sample-reservation';
import en from '../src/locales/en.json';
import fr from '../src/locales/fr.json';
import { document } from '../src/resources';
import { service } from '../src/service';
import { FakeTicketing } from '@coulisse/test-kit/fake-ticketing';

const GOTENBERG_URL = process.env.TEST_GOTENBERG_URL ?? '';

describe('the tickets of a reservation', () => {
  const ticketing = new FakeTicketing();
  const bus = new MemoryBus();
  let database: TestDatabase;
  let running: TestService;
  let storage: string;
  let documents: ReturnType<typeof openClient<documentsV1.DocumentServiceDefinition>>;

  beforeAll(async () => {
    storage = await mkdtemp(join(tmpdir(), 'coulisse-documents-'));
    await ticketing.start();
    database = await testDatabase(join(__dirname, '..'));
    running = await startTestService(service, {
      database,
      bus,
      backOff: { attempts: 8, baseMs: 20, maxMs: 100 },
      env: { TICKETING_GRPC: ticketing.address, GOTENBERG_URL, STORAGE_DIR: storage },
    });
    documents = openClient(documentsV1.DocumentServiceDefinition, running.grpcAddress, {
      credentials: testCredentials('notifications'),
    });
  }, 60_000);
  afterAll(async () => {
    documents.close();
    await running.stop();
    await database.drop();
    ticketing.stop();
    await rm(storage, { recursive: true });
  });

  const tell = async (
    tenantId: string,
    reservationId: string,
    event: TopicEvent<'ticketing.reservation.v1'>,
  ): Promise<void> => {
    const bytes = topics['ticketing.reservation.v1'].encode({ event }).finish();
    const headers = {
      ce_id: randomUUID(),
      ce_type: event.$case,
      ce_time: new Date().toISOString(),
      ce_tenantid: tenantId,
    };
    await bus.publish([
      { topic: 'ticketing.reservation.v1', key: reservationId, value: Buffer.from(bytes), headers },
    ]);
  };
  interface Told {
    tenantId: string;
    reservationId: string;
  }
  const tellValidated = ({ tenantId, reservationId }: Told) =>
    tell(tenantId, reservationId, {
      $case: 'validated',
      value: { reservationId, performanceId: randomUUID(), paymentId: randomUUID(), ticketIds: [] },
    });
  const tellCanceled = ({ tenantId, reservationId }: Told) =>
    tell(tenantId, reservationId, {
      $case: 'canceled',
      value: {
        reservationId,
        performanceId: randomUUID(),
        paymentIds: [],
        refundMinor: 0,
        wasValidated: true,
      },
    });

  /** A validated reservation, told as often as asked. */
  const validate = async (times = 1, changes: Parameters<typeof sampleReservation>[0] = {}) => {
    const told = { tenantId: randomUUID(), reservationId: randomUUID() };
    ticketing.reservations.set(
      told.reservationId,
      sampleReservation({ reservationId: told.reservationId, ...changes }),
    );
    for (let time = 0; time < times; time += 1) await tellValidated(told);
    return told;
  };
  const handled = (tenantId: string) =>
    database.asSuperuser(`SELECT 1 FROM inbox WHERE tenant_id = $1`, [tenantId]);

  const rendered = (reservationId: string) =>
    bus
      .published('documents.document.v1')
      .map((message) => topics['documents.document.v1'].decode(message.value).event!.value)
      .filter((value) => value.subjectId === reservationId);

  const untilRendered = (reservationId: string) =>
    eventually(
      () => {
        const [event] = rendered(reservationId);
        if (!event) throw new Error('nothing was rendered yet');
        return event;
      },
      { timeoutMs: 20_000 },
    );

  it('are one PDF with a page for each', async () => {
    const { tenantId, reservationId } = await validate();
    const { documentId, kind } = await untilRendered(reservationId);
    expect(kind).toBe('TICKETS');
    const found = await documents.client.getDocument({ tenantId, documentId });
    const content = Buffer.from(found.content);
    expect(found).toMatchObject({ fileName: 'billets-R-2026-000123.pdf', mediaType: 'application/pdf' });
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pageCount(content)).toBe(3);
    const [stored] = await readdir(join(storage, tenantId));
    expect((await readFile(join(storage, tenantId, stored!))).equals(content)).toBe(true);
  }, 30_000);

  it('are made once, however often the event comes', async () => {
    const { reservationId } = await validate(4);
    const other = await validate();
    await untilRendered(other.reservationId);
    expect(rendered(reservationId)).toHaveLength(1);
    const rows = await database.asSuperuser('SELECT 1 FROM document WHERE reservation_id = $1', [
      reservationId,
    ]);
    expect(rows).toHaveLength(1);
  }, 30_000);

  it('wait for ticketing when it is away', async () => {
    ticketing.outages = 6;
    const { reservationId } = await validate();
    await untilRendered(reservationId);
    expect(ticketing.outages).toBe(0);
  }, 30_000);

  it('are downloaded by the staff of the theatre, and by nobody else', async () => {
    const { tenantId, reservationId } = await validate(1, { code: 'R-2026-000777' });
    const { documentId } = await untilRendered(reservationId);
    const path = `/b/api/core/documents/${documentId}/content`;
    const as = (tenant: string, rights: string[]) =>
      running.request('GET', path, { token: running.issuer.staffToken({ tenantId: tenant, rights }) });
    const mine = await as(tenantId, ['documents.document.read']);
    expect(mine.status).toBe(200);
    expect(mine.headers.get('content-disposition')).toContain('billets-R-2026-000777.pdf');
    expect(mine.headers.get('content-security-policy')).toContain('sandbox');
    expect(mine.text.slice(0, 5)).toBe('%PDF-');
    expect((await as(randomUUID(), ['documents.document.read'])).status).toBe(404);
    expect((await as(tenantId, [])).status).toBe(403);
    expect((await running.request('GET', path)).status).toBe(401);
    await expect(documents.client.getDocument({ tenantId: randomUUID(), documentId })).rejects.toMatchObject({
      code: 'http.404',
    });
  }, 30_000);

  it('are in the list of documents', async () => {
    const { tenantId, reservationId } = await validate();
    const { documentId } = await untilRendered(reservationId);
    const token = running.issuer.staffToken({ tenantId, rights: ['documents.document.read'] });
    const { body } = await running.request<{ items: unknown[] }>('GET', '/b/api/core/documents', { token });
    expect(body.items).toMatchObject([
      { id: documentId, kind: 'TICKETS', pages: 3, reservation: { label: 'R-2026-000123' } },
    ]);
  }, 30_000);

  it('of a cancelled reservation are not made: the event is settled at once', async () => {
    const told = await validate(1, { state: 'CANCELED', tickets: [] });
    const next = await validate();
    await untilRendered(next.reservationId);
    await eventually(async () => expect(await handled(told.tenantId)).toHaveLength(1));
    expect(rendered(told.reservationId)).toEqual([]);
  }, 30_000);

  it('are withdrawn with the reservation: gone for the staff and for every service', async () => {
    const told = await validate();
    const { documentId } = await untilRendered(told.reservationId);
    await tellCanceled(told);
    await tellCanceled(told);
    const token = running.issuer.staffToken({ tenantId: told.tenantId, rights: ['documents.document.read'] });
    const path = `/b/api/core/documents/${documentId}`;
    await eventually(async () =>
      expect((await running.request('GET', `${path}/content`, { token })).status).toBe(410),
    );
    const answer = await running.request('GET', `${path}/content`, {
      token,
      headers: { 'accept-language': 'fr' },
    });
    expect(answer.body).toMatchObject({ code: 'document.gone', status: 410, title: 'Disparu' });
    await expect(documents.client.getDocument({ tenantId: told.tenantId, documentId })).rejects.toMatchObject(
      { code: 'document.gone', status: 410 },
    );
    const record = await running.request<{ withdrawnAt: string | null }>('GET', path, { token });
    expect(record.body.withdrawnAt).not.toBeNull();
  }, 30_000);

  it('are not made when the cancellation is heard first, nor when it comes while they are rendered', async () => {
    const [early, during] = [
      { tenantId: randomUUID(), reservationId: randomUUID() },
      { tenantId: randomUUID(), reservationId: randomUUID() },
    ];
    for (const { reservationId } of [early, during])
      // Ticketing is read before it is cancelled there: the worst moment.
      ticketing.reservations.set(reservationId, sampleReservation({ reservationId }));
    await tellCanceled(early);
    await eventually(async () => expect(await handled(early.tenantId)).toHaveLength(1));
    await tellValidated(early);
    await eventually(async () => expect(await handled(early.tenantId)).toHaveLength(2));

    const { ctx } = running;
    const printed = await renderTickets(during.tenantId, during.reservationId, ctx);
    await tellCanceled(during);
    await eventually(async () => expect(await handled(during.tenantId)).toHaveLength(1));
    await ctx.db.inTenant(systemActor(during.tenantId, 'test'), (tx) =>
      keepTickets(during.reservationId, printed!, tx),
    );
    for (const { reservationId } of [early, during]) {
      const rows = await database.asSuperuser('SELECT 1 FROM document WHERE reservation_id = $1', [
        reservationId,
      ]);
      expect(rows).toEqual([]);
      expect(rendered(reservationId)).toEqual([]);
    }
  }, 30_000);

  it('are never both there and withdrawn, whoever commits first', async () => {
    const { ctx } = running;
    const file = {
      fileName: 'billets.pdf',
      reservationCode: 'R-2026-000123',
      mediaType: 'application/pdf' as const,
      size: 1,
      pages: 1,
      sha256: '0'.repeat(64),
    };
    const rounds = Array.from({ length: 30 }, () => ({
      tenantId: randomUUID(),
      reservationId: randomUUID(),
    }));
    await Promise.all(
      rounds.flatMap(({ tenantId, reservationId }) => {
        const actor = systemActor(tenantId, 'test');
        return [
          ctx.db.inTenant(actor, (tx) => keepTickets(reservationId, file, tx)),
          ctx.db.inTenant(actor, (tx) => withdrawTickets(reservationId, tx)),
        ];
      }),
    );
    const alive = await database.asSuperuser(
      'SELECT 1 FROM document WHERE reservation_id = ANY ($1::uuid[]) AND withdrawn_at IS NULL',
      [rounds.map(({ reservationId }) => reservationId)],
    );
    expect(alive).toEqual([]);
  }, 30_000);

  it('would be there and withdrawn without the lock that both take: the race above can fail', async () => {
    const { ctx } = running;
    const told = { tenantId: randomUUID(), reservationId: randomUUID() };
    const actor = systemActor(told.tenantId, 'test');
    const id = randomUUID();
    let looked = (): void => undefined;
    const hasLooked = new Promise<void>((resolve) => (looked = resolve));
    let withdrawn = (): void => undefined;
    const isWithdrawn = new Promise<void>((resolve) => (withdrawn = resolve));
    // The same steps as keeping tickets, but for the lock.
    const careless = ctx.db.inTenant(actor, async (tx) => {
      const { rowCount } = await tx.sql.query('SELECT 1 FROM withdrawn_subject WHERE subject_id = $1', [
        told.reservationId,
      ]);
      looked();
      await isWithdrawn;
      if (rowCount === 0)
        await tx.sql.query(
          `INSERT INTO document (id, tenant_id, file_name, kind, reservation_id, media_type, size, pages, sha256)
           VALUES ($1, $2, 'billets.pdf', 'TICKETS', $3, 'application/pdf', 1, 1, repeat('0', 64))`,
          [id, tx.tenantId, told.reservationId],
        );
    });
    await hasLooked;
    await ctx.db.inTenant(actor, (tx) => withdrawTickets(told.reservationId, tx));
    withdrawn();
    await careless;
    const alive = await database.asSuperuser(
      'SELECT 1 FROM document WHERE id = $1 AND withdrawn_at IS NULL',
      [id],
    );
    expect(alive).toHaveLength(1);
  });

  describe('as a resource', () => {
    describeResource(
      document,
      serviceHarness(() => running, {
        locales: { fr, en },
        make: async ({ tenantId }) => {
          const reservationId = randomUUID();
          const rendered = {
            fileName: `billets-${reservationId}.pdf`,
            reservationCode: 'R-2026-000123',
            mediaType: 'application/pdf' as const,
            size: 1,
            pages: 1,
            sha256: '0'.repeat(64),
          };
          await running.ctx.db.inTenant(systemActor(tenantId, 'test'), (tx) =>
            keepTickets(reservationId, rendered, tx),
          );
          const [row] = await database.asSuperuser<{ id: string }>(
            'SELECT id FROM document WHERE reservation_id = $1',
            [reservationId],
          );
          return row!.id;
        },
      }),
    );
  });
});
