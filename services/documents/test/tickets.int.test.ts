import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentsV1, topics } from '@coulisse/contracts';
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
import { keepTickets } from '../src/features/tickets/keep-tickets.command';
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

  /** A validated reservation, told as often as asked. */
  const validate = async (times = 1, changes: Parameters<typeof sampleReservation>[0] = {}) => {
    const tenantId = randomUUID();
    const reservationId = randomUUID();
    ticketing.reservations.set(reservationId, sampleReservation({ reservationId, ...changes }));
    const value = { reservationId, performanceId: randomUUID(), paymentId: randomUUID(), ticketIds: [] };
    const bytes = topics['ticketing.reservation.v1']
      .encode({ event: { $case: 'validated', value } })
      .finish();
    for (let time = 0; time < times; time += 1) {
      const headers = {
        ce_id: randomUUID(),
        ce_type: 'validated',
        ce_time: new Date().toISOString(),
        ce_tenantid: tenantId,
      };
      await bus.publish([
        { topic: 'ticketing.reservation.v1', key: reservationId, value: Buffer.from(bytes), headers },
      ]);
    }
    return { tenantId, reservationId };
  };

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
