import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentsV1, topics, type TopicEvent } from '@coulisse/contracts';
import { systemActor } from '@coulisse/service-kit';
import { openClient } from '@coulisse/service-kit/grpc';
import { MemoryBus } from '@coulisse/service-kit/messaging';
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
import { storeTickets, withdrawTickets } from '../src/features/tickets/store-tickets.command';
import { TicketRendering } from '../src/features/tickets/render-tickets';
import { sampleReservation } from '../src/features/tickets/sample-reservation';
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

  const publish = async (
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
  interface ReservationIds {
    tenantId: string;
    reservationId: string;
  }
  const publishValidated = ({ tenantId, reservationId }: ReservationIds) =>
    publish(tenantId, reservationId, {
      $case: 'validated',
      value: { reservationId, performanceId: randomUUID(), paymentId: randomUUID(), ticketIds: [] },
    });
  const publishCanceled = ({ tenantId, reservationId }: ReservationIds) =>
    publish(tenantId, reservationId, {
      $case: 'canceled',
      value: {
        reservationId,
        performanceId: randomUUID(),
        paymentIds: [],
        refundMinor: 0,
        wasValidated: true,
      },
    });

  /** Creates a reservation and publishes `validated` for it `times` times. */
  const validate = async (times = 1, changes: Parameters<typeof sampleReservation>[0] = {}) => {
    const ids = { tenantId: randomUUID(), reservationId: randomUUID() };
    ticketing.reservations.set(
      ids.reservationId,
      sampleReservation({ reservationId: ids.reservationId, ...changes }),
    );
    for (let time = 0; time < times; time += 1) await publishValidated(ids);
    return ids;
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

  it('are rendered as one PDF with one page per ticket', async () => {
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

  it('are rendered once when the event is delivered several times', async () => {
    const { reservationId } = await validate(4);
    const other = await validate();
    await untilRendered(other.reservationId);
    expect(rendered(reservationId)).toHaveLength(1);
    const rows = await database.asSuperuser('SELECT 1 FROM document WHERE reservation_id = $1', [
      reservationId,
    ]);
    expect(rows).toHaveLength(1);
  }, 30_000);

  it('are retried while ticketing is unavailable', async () => {
    ticketing.outages = 6;
    const { reservationId } = await validate();
    await untilRendered(reservationId);
    expect(ticketing.outages).toBe(0);
  }, 30_000);

  it('can be downloaded by staff of the tenant only', async () => {
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

  it('are not rendered for a cancelled reservation: the event is done at once', async () => {
    const ids = await validate(1, { state: 'CANCELED', tickets: [] });
    const next = await validate();
    await untilRendered(next.reservationId);
    await eventually(async () => expect(await handled(ids.tenantId)).toHaveLength(1));
    expect(rendered(ids.reservationId)).toEqual([]);
  }, 30_000);

  it('are withdrawn when the reservation is cancelled: 410 for staff and for services', async () => {
    const ids = await validate();
    const { documentId } = await untilRendered(ids.reservationId);
    await publishCanceled(ids);
    await publishCanceled(ids);
    const token = running.issuer.staffToken({ tenantId: ids.tenantId, rights: ['documents.document.read'] });
    const path = `/b/api/core/documents/${documentId}`;
    await eventually(async () =>
      expect((await running.request('GET', `${path}/content`, { token })).status).toBe(410),
    );
    const answer = await running.request('GET', `${path}/content`, {
      token,
      headers: { 'accept-language': 'fr' },
    });
    expect(answer.body).toMatchObject({ code: 'document.gone', status: 410, title: 'Disparu' });
    await expect(documents.client.getDocument({ tenantId: ids.tenantId, documentId })).rejects.toMatchObject({
      code: 'document.gone',
      status: 410,
    });
    const record = await running.request<{ withdrawnAt: string | null }>('GET', path, { token });
    expect(record.body.withdrawnAt).not.toBeNull();
  }, 30_000);

  it('are not stored when the cancellation is consumed before the validation or during the rendering', async () => {
    const [early, during] = [
      { tenantId: randomUUID(), reservationId: randomUUID() },
      { tenantId: randomUUID(), reservationId: randomUUID() },
    ];
    for (const { reservationId } of [early, during])
      // The worst case: ticketing still returns the reservation as validated.
      ticketing.reservations.set(reservationId, sampleReservation({ reservationId }));
    await publishCanceled(early);
    await eventually(async () => expect(await handled(early.tenantId)).toHaveLength(1));
    await publishValidated(early);
    await eventually(async () => expect(await handled(early.tenantId)).toHaveLength(2));

    const { ctx } = running;
    const printed = await running.container
      .get(TicketRendering)
      .render(during.tenantId, during.reservationId, ctx);
    await publishCanceled(during);
    await eventually(async () => expect(await handled(during.tenantId)).toHaveLength(1));
    await ctx.db.inTenant(systemActor(during.tenantId, 'test'), (tx) =>
      storeTickets(during.reservationId, printed!, tx),
    );
    for (const { reservationId } of [early, during]) {
      const rows = await database.asSuperuser('SELECT 1 FROM document WHERE reservation_id = $1', [
        reservationId,
      ]);
      expect(rows).toEqual([]);
      expect(rendered(reservationId)).toEqual([]);
    }
  }, 30_000);

  it('are never available after a withdrawal, whichever transaction commits first', async () => {
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
          ctx.db.inTenant(actor, (tx) => storeTickets(reservationId, file, tx)),
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

  it('would be available after a withdrawal without the lock: the race above can fail', async () => {
    const { ctx } = running;
    const ids = { tenantId: randomUUID(), reservationId: randomUUID() };
    const actor = systemActor(ids.tenantId, 'test');
    const id = randomUUID();
    let looked = (): void => undefined;
    const hasLooked = new Promise<void>((resolve) => (looked = resolve));
    let withdrawn = (): void => undefined;
    const isWithdrawn = new Promise<void>((resolve) => (withdrawn = resolve));
    // The same steps as keepTickets, without the lock.
    const careless = ctx.db.inTenant(actor, async (tx) => {
      const { rowCount } = await tx.sql.query('SELECT 1 FROM withdrawn_subject WHERE subject_id = $1', [
        ids.reservationId,
      ]);
      looked();
      await isWithdrawn;
      if (rowCount === 0)
        await tx.sql.query(
          `INSERT INTO document (id, tenant_id, file_name, kind, reservation_id, media_type, size, pages, sha256)
           VALUES ($1, $2, 'billets.pdf', 'TICKETS', $3, 'application/pdf', 1, 1, repeat('0', 64))`,
          [id, tx.tenantId, ids.reservationId],
        );
    });
    await hasLooked;
    await ctx.db.inTenant(actor, (tx) => withdrawTickets(ids.reservationId, tx));
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
            storeTickets(reservationId, rendered, tx),
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
