import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
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
import sharp from 'sharp';
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
async function upload(
  token: string,
  name: string,
  content: Buffer | string,
  query = 'rights=crm.tiers',
  url = running.url,
) {
  const answer = await fetch(`${url}/b/api/core/files?${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
      'x-file-name': encodeURIComponent(name),
    },
    body: new Uint8Array(Buffer.from(content)),
  });
  return {
    status: answer.status,
    body: (await answer.json()) as Kept & { code?: string; errors: { code: string }[] },
  };
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
      size: expect.any(Number),
      width: 1,
      height: 1,
    },
  ]);
  const path = `/b/api/core/files/${body.id}/content`;
  const answer = await download(path, tokenOf(ours, 'crm.tiers.read'));
  const served = Buffer.from(await answer.arrayBuffer());
  expect(await sharp(served).metadata()).toMatchObject({ format: 'png', width: 1, height: 1 });
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
  expect((await upload(platform, 'a.png', PIXEL)).status).toBe(403);
});

it.each(['a\0b.png', 'a\r\nb.png', '\u001b[2J.png'])('takes no name %j that is no line', async (name) =>
  expect((await upload(tokenOf(ours, 'crm.tiers.update'), name, PIXEL)).status).toBe(400),
);

it('shows nothing to everybody at the wish of whoever sends it', async () => {
  const token = tokenOf(ours, '*');
  expect((await upload(token, 'affiche.png', PIXEL, 'rights=crm.tiers&public=true')).status).toBe(422);
  const { body } = await upload(token, 'affiche.png', PIXEL);
  expect((await download(`/app-api/files/${body.id}`)).status).toBe(404);
});

it('shows what a public field of a record points at, and only downloads what a browser could run', async () => {
  const token = tokenOf(ours, 'crm.*');
  const page = await upload(token, 'page.html', '<script>alert(1)</script>');
  const [tenantId, fileIds] = [ours, [page.body.id]];
  // Of another resource, of another tenant: nothing happens.
  await files.client.publishFiles({ tenantId, fileIds, rights: 'crm.contact' });
  await files.client.publishFiles({ tenantId: theirs, fileIds, rights: 'crm.tiers' });
  expect((await download(`/app-api/files/${page.body.id}`)).status).toBe(404);
  await expect(
    files.client.publishFiles({ tenantId, fileIds, rights: 'ticketing.show' }),
  ).rejects.toMatchObject({ code: 'http.404' });
  await files.client.publishFiles({ tenantId, fileIds, rights: 'crm.tiers' });
  const answer = await download(`/app-api/files/${page.body.id}`);
  expect([answer.status, page.body.mediaType]).toEqual([200, 'text/plain']);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-disposition': expect.stringMatching(/^attachment/),
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=86400, immutable',
  });
});

describe('a picture', () => {
  const photo = async () =>
    sharp({ create: { width: 40, height: 20, channels: 3, background: '#a03' } })
      .jpeg()
      .withExif({ IFD3: { GPSLatitude: '48/1 51/1 24/1' }, IFD0: { Artist: 'Léa' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();

  it('is drawn anew: upright, without where it was taken, nor what stands behind its end', async () => {
    const polyglot = Buffer.concat([
      await photo(),
      Buffer.from('<script>alert("behind")</script>PK\x03\x04'),
    ]);
    const { body } = await upload(tokenOf(ours, '*'), 'photo.jpg', polyglot, 'rights=crm.tiers&image=true');
    expect(body).toMatchObject({ mediaType: 'image/jpeg', width: 20, height: 40 });
    const answer = await download(`/b/api/core/files/${body.id}/content`, tokenOf(ours, '*'));
    const served = Buffer.from(await answer.arrayBuffer());
    expect(served.includes('alert')).toBe(false);
    const { exif, orientation, width } = await sharp(served).metadata();
    expect([exif, orientation, width]).toEqual([undefined, undefined, 20]);
  });

  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['has nothing but a beginning', () => PIXEL.subarray(0, 40), 'file.picture-unreadable'],
    [
      'has too many pixels',
      () =>
        sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      'file.picture-too-large',
    ],
    [
      'is a drawing that could hold a script',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'validation.file-type',
    ],
  ])('that %s is refused', async (_what, make, code) => {
    const answer = await upload(tokenOf(ours, '*'), 'x.png', await make(), 'rights=crm.tiers&image=true');
    expect([answer.status, answer.body.errors[0]?.code]).toEqual([422, code]);
  });
});

describe('a scanner', () => {
  let clamd: Server;
  let scanned: TestService;
  let verdict: string | null;
  beforeAll(async () => {
    clamd = createServer((socket) => {
      socket.on('error', () => undefined);
      // The whole command is not looked at here: its own test does that.
      socket.once('data', () => (verdict === null ? socket.destroy() : socket.end(`${verdict}\0`)));
    });
    await new Promise<void>((resolve) => clamd.listen(0, '127.0.0.1', resolve));
    scanned = await startTestService(service, {
      database,
      bus: new MemoryBus(),
      env: {
        TICKETING_GRPC: '127.0.0.1:1',
        STORAGE_DIR: storage,
        CLAMD_URL: `tcp://127.0.0.1:${(clamd.address() as AddressInfo).port}`,
      },
    });
  });
  afterAll(async () => {
    await scanned.stop();
    clamd.close();
  });

  it.each([
    ['stream: OK', 201, undefined],
    ['stream: Eicar-Signature FOUND', 422, 'file.infected'],
    ['stream: O', 503, 'service.unavailable'],
    [null, 503, 'service.unavailable'],
  ])('that says %j: %d', async (said, status, code) => {
    verdict = said;
    const tenantId = randomUUID();
    const token = scanned.issuer.staffToken({ tenantId, rights: ['*'] });
    const answer = await upload(token, 'a.txt', 'a', 'rights=crm.tiers', scanned.url);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    const rows = await database.asSuperuser<{ scan: string }>(
      `SELECT scan FROM file WHERE tenant_id = '${tenantId}'`,
    );
    expect(rows).toEqual(status === 201 ? [{ scan: 'CLEAN' }] : []);
  });
});

describe('the room of a tenant', () => {
  const usage = async (tenantId: string) =>
    (
      await database.asSuperuser<{ bytes: string; files: number }>(
        `SELECT bytes::text, files FROM file_usage WHERE tenant_id = '${tenantId}'`,
      )
    )[0];

  it("ends for files that come at the same moment as it does for others, and is the tenant's own", async () => {
    const tenantId = randomUUID();
    const token = tokenOf(tenantId, '*');
    await upload(token, 'a.txt', 'x'.repeat(100));
    await database.asSuperuser(`UPDATE file_usage SET quota_bytes = 450 WHERE tenant_id = '${tenantId}'`);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => upload(token, `${index}.txt`, String(index).repeat(100))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    const refused = answers.find(({ status }) => status !== 201);
    expect([refused?.status, refused?.body]).toMatchObject([422, { code: 'file.quota-exceeded' }]);
    expect(await usage(tenantId)).toEqual({ bytes: '400', files: 4 });
    expect((await upload(tokenOf(randomUUID(), '*'), 'a.txt', 'a'.repeat(100))).status).toBe(201);
    await database.asSuperuser(
      `UPDATE file_usage SET quota_bytes = NULL, quota_files = 4 WHERE tenant_id = '${tenantId}'`,
    );
    expect((await upload(token, 'b.txt', 'b')).status).toBe(422);
  });
});

describe('files that nothing points at', () => {
  const old = async (tenantId: string) => {
    await database.asSuperuser(
      `UPDATE file SET created_at = now() - interval '2 days', kept_at = now() - interval '2 days' WHERE tenant_id = '${tenantId}'`,
    );
    await database.asSuperuser(
      `UPDATE file_round SET started_at = now() - interval '7 hours' WHERE tenant_id = '${tenantId}'`,
    );
  };
  const begin = async (tenantId: string) => {
    const { rounds } = await files.client.beginFileRounds({});
    return rounds.find((round) => round.tenantId === tenantId);
  };

  it('are removed after a complete round, with their bytes, and give their room back', async () => {
    const tenantId = randomUUID();
    const token = tokenOf(tenantId, '*');
    const send = async (name: string, content: string) => (await upload(token, name, content)).body.id;
    const needed = await send('needed.txt', 'needed');
    const shown = await send('shown.txt', 'shown');
    const copy = await send('copy.txt', 'needed');
    const unused = await send('unused.txt', 'unused');
    await old(tenantId);
    const fresh = await send('fresh.txt', 'fresh');
    const round = await begin(tenantId);
    // Once per cluster: another replica that asks is told of no round of this tenant.
    expect(await begin(tenantId)).toBeUndefined();
    await files.client.keepFiles({ tenantId, fileIds: [needed, shown], publicFileIds: [shown] });
    expect(await files.client.endFileRound(round!)).toEqual({ removed: 2 });
    const status = async (id: string) => (await download(`/b/api/core/files/${id}/content`, token)).status;
    expect(await Promise.all([needed, shown, copy, unused, fresh].map(status))).toEqual([
      200, 200, 404, 404, 200,
    ]);
    expect((await download(`/app-api/files/${shown}`)).status).toBe(200);
    // Bytes that another file has too are still there; the others are gone.
    expect(await readdir(join(storage, tenantId))).toHaveLength(3);
    const [used] = await database.asSuperuser<{ bytes: string; files: number }>(
      `SELECT bytes::text, files FROM file_usage WHERE tenant_id = '${tenantId}'`,
    );
    expect(used).toEqual({ bytes: String('needed'.length + 'shown'.length + 'fresh'.length), files: 3 });
  });

  it('stay while a record is about to point at them, and while their round has not ended', async () => {
    const tenantId = randomUUID();
    const { body } = await upload(tokenOf(tenantId, '*'), 'late.txt', 'late');
    await old(tenantId);
    const round = await begin(tenantId);
    // A form is saved while the round is under way.
    await files.client.describeFiles({ tenantId, fileIds: [body.id] });
    expect(await files.client.endFileRound(round!)).toEqual({ removed: 0 });
    await old(tenantId);
    expect((await download(`/b/api/core/files/${body.id}/content`, tokenOf(tenantId, '*'))).status).toBe(200);
  });
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
  // Of a service that would never say that it is no longer needed.
  expect((await upload(tokenOf(ours, '*'), 'a.txt', 'a', 'rights=ticketing.show')).status).toBe(422);
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
  const token = tokenOf(ours, 'crm.*');
  const open = await upload(token, 'a.png', PIXEL);
  const own = await upload(token, 'b.png', PIXEL);
  await files.client.publishFiles({ tenantId: ours, fileIds: [open.body.id], rights: 'crm.tiers' });
  const { rows } = await running.ctx.db.inPlatform('test', ({ sql }) =>
    sql.query<{ id: string }>('SELECT id FROM file'),
  );
  const ids = rows.map(({ id }) => id);
  expect(ids).toContain(open.body.id);
  expect(ids).not.toContain(own.body.id);
});
