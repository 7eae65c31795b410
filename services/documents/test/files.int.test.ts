import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentFilesV1 } from '@coulisse/contracts';
import { openClient } from '@coulisse/service-kit/grpc/clients';
import { MemoryBus } from '@coulisse/service-kit/messaging/memory-bus';
import {
  startTestService,
  testDatabase,
  type TestDatabase,
  type TestService,
  testCredentials,
} from '@coulisse/test-kit';
import { service } from '../src/service';

jest.setTimeout(60_000);

const [ours, theirs] = [randomUUID(), randomUUID()];
/** The smallest PNG there is: one transparent pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

let database: TestDatabase;
let running: TestService;
let storage: string;
let files: ReturnType<typeof openClient<documentFilesV1.FileServiceDefinition>>;

beforeAll(async () => {
  storage = await mkdtemp(join(tmpdir(), 'coulisse-files-'));
  database = await testDatabase(join(__dirname, '..'));
  running = await startTestService(service, {
    database,
    bus: new MemoryBus(),
    env: {
      TICKETING_GRPC: '127.0.0.1:1',
      GOTENBERG_URL: process.env.TEST_GOTENBERG_URL ?? '',
      STORAGE_DIR: storage,
    },
  });
  files = openClient(documentFilesV1.FileServiceDefinition, running.grpcAddress, {
    credentials: testCredentials('crm'),
  });
});
afterAll(async () => {
  files.close();
  await running.stop();
  await database.drop();
  await rm(storage, { recursive: true });
});

const tokenOf = (tenantId: string, ...rights: string[]) => running.issuer.staffToken({ tenantId, rights });

interface Kept {
  id: string;
  name: string;
  mediaType: string;
  size: number;
  width: number | null;
}

/** Bytes as a browser sends them: `request` of the test service speaks JSON only. */
async function upload(token: string, name: string, content: Buffer | string, query = 'rights=crm.tiers') {
  const answer = await fetch(`${running.url}/b/api/core/files?${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
      'x-file-name': encodeURIComponent(name),
    },
    body: new Uint8Array(Buffer.from(content)),
  });
  return { status: answer.status, body: (await answer.json()) as Kept & { errors: { code: string }[] } };
}
const download = (path: string, token?: string) =>
  fetch(running.url + path, { headers: token ? { authorization: `Bearer ${token}` } : {} });

it('keeps a picture, and gives its bytes back to who may read what it belongs to', async () => {
  const { status, body } = await upload(tokenOf(ours, 'crm.tiers.update'), 'façade d’été.png', PIXEL);
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(String),
      name: 'façade d’été.png',
      mediaType: 'image/png',
      size: PIXEL.length,
      width: 1,
      height: 1,
    },
  ]);
  const path = `/b/api/core/files/${body.id}/content`;
  const answer = await download(path, tokenOf(ours, 'crm.tiers.read'));
  expect(Buffer.from(await answer.arrayBuffer()).equals(PIXEL)).toBe(true);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': "inline; filename*=UTF-8''fa%C3%A7ade%20d%E2%80%99%C3%A9t%C3%A9.png",
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
  expect((await download(path, tokenOf(ours, 'ticketing.show.read'))).status).toBe(403);
  expect((await download(path, tokenOf(theirs, '*'))).status).toBe(404);
  expect((await download(path)).status).toBe(401);
  expect((await download(`/app-api/files/${body.id}`)).status).toBe(404);
});

it("tells the platform's own staff that files of tenants are not theirs", async () => {
  const { body } = await upload(tokenOf(ours, 'crm.tiers.update'), 'a.png', PIXEL);
  const platform = running.issuer.staffToken({ tenantId: null, rights: ['*'] });
  expect((await download(`/b/api/core/files/${body.id}/content`, platform)).status).toBe(403);
  expect((await upload(platform, 'a.png', PIXEL)).status).toBe(404);
});

it.each(['a\0b.png', 'a\r\nb.png', '\u001b[2J.png'])('takes no name %j that is no line', async (name) =>
  expect((await upload(tokenOf(ours, 'crm.tiers.update'), name, PIXEL)).status).toBe(400),
);

it('lets anybody see what was made public, and only downloads what a browser could run', async () => {
  const token = tokenOf(ours, 'ticketing.*');
  const poster = await upload(token, 'affiche.png', PIXEL, 'rights=ticketing.show&public=true&image=true');
  expect((await download(`/app-api/files/${poster.body.id}`)).status).toBe(200);
  const page = await upload(
    token,
    'page.html',
    '<script>alert(1)</script>',
    'rights=ticketing.show&public=true',
  );
  const answer = await download(`/app-api/files/${page.body.id}`);
  expect([page.body.mediaType, answer.headers.get('content-disposition')?.split(';')[0]]).toEqual([
    'text/plain',
    'attachment',
  ]);
});

it.each([
  ['nothing', '', 'rights=crm.tiers', 'validation.not-blank'],
  ['more than 20 MB', Buffer.alloc(20 * 1024 * 1024 + 1), 'rights=crm.tiers', 'validation.file-size'],
  [
    'a program',
    Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(200)]),
    'rights=crm.tiers',
    'validation.file-type',
  ],
  ['a text as a picture', 'bonjour', 'rights=crm.tiers&image=true', 'validation.file-type'],
])('refuses %s', async (_what, content, query, code) => {
  const answer = await upload(tokenOf(ours, 'crm.tiers.create'), 'x.png', content, query);
  expect([answer.status, answer.body.errors[0]?.code]).toEqual([422, code]);
});

it('asks for a right on what the file will belong to', async () => {
  expect((await upload(tokenOf(ours, 'crm.tiers.read'), 'a.txt', 'a')).status).toBe(403);
  expect((await upload(tokenOf(ours, '*'), 'a.txt', 'a', 'rights=../../x')).status).toBe(422);
  expect((await upload(tokenOf(ours, '*'), 'a.txt', 'a', '')).status).toBe(422);
});

it('describes files to other services, those of one tenant only', async () => {
  const mine = await upload(tokenOf(ours, '*'), 'devis.txt', 'devis');
  const other = await upload(tokenOf(theirs, '*'), 'secret.txt', 'secret');
  const answer = await files.client.describeFiles({ tenantId: ours, fileIds: [mine.body.id, other.body.id] });
  expect(answer.files).toEqual([
    { fileId: mine.body.id, name: 'devis.txt', mediaType: 'text/plain', size: 5, rights: 'crm.tiers' },
  ]);
  await expect(files.client.describeFiles({ tenantId: 'x', fileIds: [] })).rejects.toMatchObject({
    code: 'request.malformed',
  });
});

it('the platform scope sees public files only', async () => {
  const token = tokenOf(ours, 'ticketing.*');
  const open = await upload(token, 'a.png', PIXEL, 'rights=ticketing.show&public=true');
  const own = await upload(token, 'b.png', PIXEL, 'rights=ticketing.show');
  const { rows } = await running.ctx.db.inPlatform('test', ({ sql }) =>
    sql.query<{ id: string }>('SELECT id FROM file'),
  );
  const ids = rows.map(({ id }) => id);
  expect(ids).toContain(open.body.id);
  expect(ids).not.toContain(own.body.id);
});
