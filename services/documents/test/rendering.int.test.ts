import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentRenderingV1, documentsV1, topics } from '@coulisse/contracts';
import { systemActor } from '@coulisse/service-kit';
import { openClient } from '@coulisse/service-kit/grpc';
import { MemoryBus } from '@coulisse/service-kit/messaging';
import {
  eventually,
  startTestService,
  testCredentials,
  testDatabase,
  type TestDatabase,
  type TestService,
} from '@coulisse/test-kit';
import { describeResource, serviceHarness } from '@coulisse/test-kit/describe-resource';
import { pageCount } from '../src/features/pdf/page-count.domain';
import { PDF_RENDERER } from '../src/features/pdf/pdf-renderer.port';
import { PageRendering } from '../src/features/rendering/render-page';
import { withdrawInside } from '../src/features/rendering/withdraw-documents.command';
import { document } from '../src/resources';
import { service } from '../src/service';

jest.setTimeout(60_000);

const bus = new MemoryBus();
let database: TestDatabase;
let running: TestService;
let storage: string;
let rendering: ReturnType<typeof openClient<documentRenderingV1.RenderServiceDefinition>>;
let documents: ReturnType<typeof openClient<documentsV1.DocumentServiceDefinition>>;
beforeAll(async () => {
  storage = await mkdtemp(join(tmpdir(), 'coulisse-rendering-'));
  database = await testDatabase(join(__dirname, '..'));
  running = await startTestService(service, {
    database,
    bus,
    env: { GOTENBERG_URL: process.env.TEST_GOTENBERG_URL ?? '', STORAGE_DIR: storage },
  });
  const credentials = testCredentials('ticketing');
  rendering = openClient(documentRenderingV1.RenderServiceDefinition, running.grpcAddress, { credentials });
  documents = openClient(documentsV1.DocumentServiceDefinition, running.grpcAddress, { credentials });
});
afterAll(async () => {
  rendering.close();
  documents.close();
  await running.stop();
  await database.drop();
  await rm(storage, { recursive: true });
});

const html = '<!doctype html><html><body><h1>Devis</h1></body></html>';
const request = (
  changes: Partial<documentRenderingV1.RenderDocumentRequest> = {},
): documentRenderingV1.RenderDocumentRequest & { subject: documentRenderingV1.DocumentSubject } => ({
  tenantId: randomUUID(),
  subject: { resource: 'sales.quote', id: randomUUID(), label: 'D-2026-000012' },
  kind: 'sales.quote',
  key: 'v1',
  fileName: 'devis-D-2026-000012.pdf',
  html,
  places: [],
  urgent: false,
  ...changes,
});
const DEADLINE = { deadlineMs: 30_000 };

test('a page becomes a document of its subject, once per key', async () => {
  const page = request();
  const [first, second] = await Promise.all([
    rendering.client.renderDocument(page, DEADLINE),
    rendering.client.renderDocument(page, DEADLINE),
  ]);
  expect(second).toEqual(first);
  expect(await rendering.client.renderDocument({ ...page, html: '<p>other</p>' }, DEADLINE)).toEqual(first);
  const other = await rendering.client.renderDocument({ ...page, key: 'v2' }, DEADLINE);
  expect(other.documentId).not.toBe(first.documentId);
  const { fileName, content } = await documents.client.getDocument({
    tenantId: page.tenantId,
    documentId: first.documentId,
  });
  expect([fileName, content.length, pageCount(Buffer.from(content))]).toEqual([
    page.fileName,
    first.size,
    first.pages,
  ]);
  await expect(
    documents.client.getDocument({ tenantId: randomUUID(), documentId: first.documentId }),
  ).rejects.toMatchObject({ code: 'http.404' });
});

test('a list shows what documents are about', async () => {
  const page = request();
  await rendering.client.renderDocument(page, DEADLINE);
  const token = running.issuer.staffToken({ tenantId: page.tenantId, rights: ['documents.document.read'] });
  const answer = await running.request('GET', '/b/api/core/documents', { token });
  expect(answer.body).toMatchObject({
    items: [{ kind: 'sales.quote', subjectLabel: 'D-2026-000012', pages: 1 }],
  });
  const about = async (id: string) =>
    (
      await running.request<{ items: unknown[] }>('GET', `/b/api/core/documents?f.subjectId.eq=${id}`, {
        token,
      })
    ).body.items;
  expect(await about(page.subject.id)).toHaveLength(1);
  expect(await about(randomUUID())).toEqual([]);
});

const renderedEvents = (subjectId: string) =>
  bus
    .published('documents.document.v1')
    .map((message) => topics['documents.document.v1'].decode(message.value).event!.value)
    .filter((value) => value.subjectId === subjectId);
const documentsOf = (subjectId: string) =>
  database.asSuperuser<{ id: string; withdrawn_at: Date | null }>(
    'SELECT id, withdrawn_at FROM document WHERE subject_id = $1',
    [subjectId],
  );
const withdraw = ({ tenantId, kind, subject }: ReturnType<typeof request>) =>
  rendering.client.withdrawDocuments({ tenantId, kind, subjectId: subject.id });

test('a document is announced once, whatever the number of calls', async () => {
  const page = request();
  const { documentId } = await rendering.client.renderDocument(page, DEADLINE);
  await rendering.client.renderDocument(page, DEADLINE);
  await eventually(() =>
    expect(renderedEvents(page.subject.id)).toEqual([
      {
        ...{ documentId, kind: 'sales.quote', key: 'v1' },
        ...{ subjectId: page.subject.id, subjectResource: 'sales.quote' },
      },
    ]),
  );
});

test('a page may use the typefaces of the product', async () => {
  const styled = `<html><body style="font-family: Fraunces">Devis</body></html>`;
  const { content } = await rendering.client.previewDocument({ html: styled }, DEADLINE);
  expect(Buffer.from(content).toString('latin1')).toMatch(/Fraunces/);
});

test('withdrawn documents are 410 for staff and for services, and none of their kind is rendered again', async () => {
  const page = request();
  const other = { ...page, kind: 'sales.order' };
  const { documentId } = await rendering.client.renderDocument(page, DEADLINE);
  const unrelated = await rendering.client.renderDocument(other, DEADLINE);
  expect(await withdraw(page)).toEqual({ withdrawn: 1 });
  expect(await withdraw(page)).toEqual({ withdrawn: 0 });
  const token = running.issuer.staffToken({ tenantId: page.tenantId, rights: ['documents.document.read'] });
  const path = `/b/api/core/documents/${documentId}`;
  const answer = await running.request('GET', `${path}/content`, {
    token,
    headers: { 'accept-language': 'fr' },
  });
  expect(answer.body).toMatchObject({ code: 'document.gone', status: 410, title: 'Disparu' });
  await expect(documents.client.getDocument({ tenantId: page.tenantId, documentId })).rejects.toMatchObject({
    code: 'document.gone',
    status: 410,
  });
  const record = await running.request<{ withdrawnAt: string | null }>('GET', path, { token });
  expect(record.body.withdrawnAt).not.toBeNull();
  for (const key of ['v1', 'v2'])
    await expect(rendering.client.renderDocument({ ...page, key }, DEADLINE)).rejects.toMatchObject({
      code: 'document.gone',
    });
  // Another kind, and the same subject of another tenant, stay.
  await documents.client.getDocument({ tenantId: page.tenantId, documentId: unrelated.documentId });
  await rendering.client.renderDocument({ ...page, tenantId: randomUUID() }, DEADLINE);
});

test('a document that is withdrawn while it is rendered is not kept', async () => {
  const page = request();
  const renderer = running.container.get(PDF_RENDERER);
  const usual = renderer.render.bind(renderer);
  jest.spyOn(renderer, 'render').mockImplementationOnce(async (content) => {
    const pdf = await usual(content);
    await withdraw(page);
    return pdf;
  });
  await expect(rendering.client.renderDocument(page, DEADLINE)).rejects.toMatchObject({
    code: 'document.gone',
  });
  expect(await documentsOf(page.subject.id)).toEqual([]);
  expect(renderedEvents(page.subject.id)).toEqual([]);
});

describe('whichever transaction commits first', () => {
  const fast = () =>
    jest.spyOn(running.container.get(PDF_RENDERER), 'render').mockResolvedValue(Buffer.from('%PDF-'));
  afterEach(() => jest.restoreAllMocks());

  test('no document is available after a withdrawal', async () => {
    fast();
    const pages = Array.from({ length: 30 }, () => request());
    await Promise.all(
      pages.flatMap((page) => [
        rendering.client.renderDocument(page, DEADLINE).catch(() => null),
        withdraw(page),
      ]),
    );
    const alive = await database.asSuperuser(
      'SELECT 1 FROM document WHERE subject_id = ANY ($1::text[]) AND withdrawn_at IS NULL',
      [pages.map(({ subject }) => subject.id)],
    );
    expect(alive).toEqual([]);
  });

  test('one would be available without the lock: the race above can fail', async () => {
    fast();
    const page = request();
    const documentsOfPage = {
      caller: 'ticketing',
      tenantId: page.tenantId,
      kind: page.kind,
      subjectId: page.subject.id,
    };
    const actor = systemActor(page.tenantId, 'test');
    let looked = (): void => undefined;
    const hasLooked = new Promise<void>((resolve) => (looked = resolve));
    let withdrawn = (): void => undefined;
    const hasWithdrawn = new Promise<void>((resolve) => (withdrawn = resolve));
    const id = randomUUID();
    // The same steps as those of a rendering, without the lock.
    const careless = running.ctx.db.inTenant(actor, async (tx) => {
      const { rowCount } = await tx.sql.query('SELECT 1 FROM withdrawn_subject WHERE subject_id = $1', [
        page.subject.id,
      ]);
      looked();
      await hasWithdrawn;
      if (rowCount === 0)
        await tx.sql.query(
          `INSERT INTO document (id, tenant_id, file_name, kind, subject_id, media_type, size, pages, sha256)
           VALUES ($1, $2, 'devis.pdf', 'sales.quote', $3, 'application/pdf', 1, 1, repeat('0', 64))`,
          [id, tx.tenantId, page.subject.id],
        );
    });
    await hasLooked;
    await running.ctx.db.inTenant(actor, (tx) => withdrawInside(tx, documentsOfPage));
    withdrawn();
    await careless;
    expect(await documentsOf(page.subject.id)).toEqual([{ id, withdrawn_at: null }]);
  });
});

test('documents can be downloaded by staff of the tenant only', async () => {
  const page = request();
  const { documentId } = await rendering.client.renderDocument(page, DEADLINE);
  const path = `/b/api/core/documents/${documentId}/content`;
  const as = (tenantId: string, rights: string[]) =>
    running.request('GET', path, { token: running.issuer.staffToken({ tenantId, rights }) });
  const mine = await as(page.tenantId, ['documents.document.read']);
  expect(mine.status).toBe(200);
  expect(mine.headers.get('content-disposition')).toContain('devis-D-2026-000012.pdf');
  expect(mine.headers.get('content-security-policy')).toContain('sandbox');
  expect(mine.text.slice(0, 5)).toBe('%PDF-');
  expect((await as(randomUUID(), ['documents.document.read'])).status).toBe(404);
  expect((await as(page.tenantId, [])).status).toBe(403);
  expect((await running.request('GET', path)).status).toBe(401);
});

test.each<[string, object]>([
  ['another tenant id', { tenantId: 'x' }],
  ['an odd kind', { kind: "sales.quote' OR true" }],
  ['an odd subject', { subjectId: '../x' }],
])('a withdrawal with %s is refused', async (_name, changes) => {
  const valid = { tenantId: randomUUID(), kind: 'sales.quote', subjectId: randomUUID() };
  await expect(rendering.client.withdrawDocuments({ ...valid, ...changes })).rejects.toMatchObject({
    code: 'request.malformed',
  });
});

describe('as a resource', () => {
  describeResource(
    document,
    serviceHarness(() => running, {
      make: async ({ tenantId }) => {
        const spy = jest
          .spyOn(running.container.get(PDF_RENDERER), 'render')
          .mockResolvedValueOnce(Buffer.from('%PDF-'));
        const page = { ...request({ tenantId }), places: [], caller: 'ticketing' };
        const { documentId } = await running.container
          .get(PageRendering)
          .render({ ...page, fileName: `devis-${randomUUID()}.pdf` }, running.ctx);
        spy.mockRestore();
        return documentId;
      },
    }),
  );
});

test.each<[string, object]>([
  ['another tenant id', { tenantId: 'x' }],
  ['a path', { fileName: '../../etc/passwd.pdf' }],
  ['a line break in the file name', { fileName: 'a\r\nb.pdf' }],
  ['no key', { key: '' }],
  ['a long key', { key: 'x'.repeat(81) }],
  ['an odd kind', { kind: "sales.quote'; DROP TABLE document" }],
  ['no subject', { subject: undefined }],
  ['no page', { html: '' }],
])('%s is refused', async (_name, changes) => {
  await expect(rendering.client.renderDocument(request(changes), DEADLINE)).rejects.toMatchObject({
    code: 'request.malformed',
  });
});

test('a page reaches no network and no file', async () => {
  const requested: string[] = [];
  const server = createServer((incoming, response) => {
    requested.push(incoming.url ?? '');
    response.end('x');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const hostile = `<html><head><link rel="stylesheet" href="${base}/link"><style>@import url(${base}/import);
    body { background: url(${base}/background) } @font-face { font-family: f; src: url(${base}/font) } p { font-family: f }</style>
    <meta http-equiv="refresh" content="0;url=${base}/refresh"></head><body><p>a</p><img src="${base}/img"><iframe src="${base}/iframe"></iframe>
    <object data="${base}/object"></object><script>fetch('${base}/fetch'); new WebSocket('${base.replace('http', 'ws')}/socket')</script>
    <iframe src="file:///etc/passwd" width="600" height="600"></iframe><svg><image href="${base}/svg" /></svg></body></html>`;
  const plain = await rendering.client.previewDocument(
    { html: '<html><body><p>a</p></body></html>' },
    DEADLINE,
  );
  const { content } = await rendering.client
    .previewDocument({ html: hostile }, DEADLINE)
    .catch(() => ({ content: plain.content }));
  server.close();
  expect(requested).toEqual([]);
  expect(Buffer.from(content).subarray(0, 5).toString()).toBe('%PDF-');
});
