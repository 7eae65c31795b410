import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentFilesV1 } from '@coulisse/contracts';
import { Problem } from '@coulisse/service-kit';
import { openClient } from '@coulisse/service-kit/grpc';
import { MemoryBus } from '@coulisse/service-kit/messaging';
import {
  startTestService,
  testDatabase,
  type TestDatabase,
  type TestService,
  testCredentials,
} from '@coulisse/test-kit';
import { status } from '@grpc/grpc-js';
import sharp from 'sharp';
import * as fileUsage from '../src/features/files/file-usage';
import { service } from '../src/service';

jest.setTimeout(60_000);
// A mutable copy, so that a test can mock its functions.
jest.mock('../src/features/files/file-usage', () => ({
  __esModule: true,
  ...jest.requireActual<object>('../src/features/files/file-usage'),
}));

const [ours, theirs] = [randomUUID(), randomUUID()];
/** A minimal PNG: one transparent pixel. */
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

interface StoredFile {
  id: string;
  name: string;
  mediaType: string;
  size: number;
  width: number | null;
}

/** Uploads bytes like a browser: `request` of the test service sends JSON only. */
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
    body: (await answer.json()) as StoredFile & { code?: string; errors: { code: string }[] },
  };
}
const download = (path: string, token?: string) =>
  fetch(running.url + path, { headers: token ? { authorization: `Bearer ${token}` } : {} });

it('stores a picture and serves it to callers with the read right of its resource', async () => {
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
    'content-security-policy': expect.stringMatching(/frame-ancestors 'self'; sandbox/),
  });
  expect((await download(path, tokenOf(ours, 'ticketing.show.read'))).status).toBe(403);
  expect((await download(path, tokenOf(theirs, '*'))).status).toBe(404);
  expect((await download(path)).status).toBe(401);
  expect((await download(`/app-api/files/${body.id}`)).status).toBe(404);
});

it("refuses the platform's own staff access to files of tenants", async () => {
  const { body } = await upload(tokenOf(ours, 'crm.tiers.update'), 'a.png', PIXEL);
  const platform = running.issuer.staffToken({ tenantId: null, rights: ['*'] });
  expect((await download(`/b/api/core/files/${body.id}/content`, platform)).status).toBe(403);
  expect((await upload(platform, 'a.png', PIXEL)).status).toBe(403);
});

it.each(['a\0b.png', 'a\r\nb.png', '\u001b[2J.png'])(
  'refuses the file name %j, which is not a plain line',
  async (name) => expect((await upload(tokenOf(ours, 'crm.tiers.update'), name, PIXEL)).status).toBe(400),
);

it('does not let the uploader make a file public', async () => {
  const token = tokenOf(ours, '*');
  expect((await upload(token, 'affiche.png', PIXEL, 'rights=crm.tiers&public=true')).status).toBe(422);
  const { body } = await upload(token, 'affiche.png', PIXEL);
  expect((await download(`/app-api/files/${body.id}`)).status).toBe(404);
});

it('serves published files to the public, as a download when a browser could run them', async () => {
  const token = tokenOf(ours, 'crm.*');
  const page = await upload(token, 'page.html', '<script>alert(1)</script>');
  const [tenantId, fileIds] = [ours, [page.body.id]];
  // Another resource or another tenant: no effect.
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

describe('a logo', () => {
  const none = { mediaType: '', content: Buffer.alloc(0) };

  it('is given to documents once its file is public, and for its own tenant only', async () => {
    const picture = sharp({ create: { width: 960, height: 240, channels: 4, background: '#a03' } });
    const { body } = await upload(
      tokenOf(ours, 'ticketing.*'),
      'logo.png',
      await picture.png().toBuffer(),
      'rights=ticketing.settings&image=true',
    );
    const logoOf = (tenantId: string) => files.client.getLogo({ tenantId, fileId: body.id });
    expect(await logoOf(ours)).toEqual(none);
    await database.asSuperuser(`UPDATE file SET is_public = true WHERE id = '${body.id}'`);
    const { mediaType, content } = await logoOf(ours);
    expect(mediaType).toBe('image/webp');
    expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width: 480, height: 120 });
    expect(await logoOf(theirs)).toEqual(none);
    expect(await files.client.getLogo({ tenantId: ours, fileId: randomUUID() })).toEqual(none);
  });
});

describe('a poster', () => {
  const stored = async (content: Buffer) => {
    const { status, body } = await upload(
      tokenOf(ours, 'crm.*'),
      'affiche.png',
      content,
      'rights=crm.tiers&image=true',
    );
    return { status, ...body };
  };
  const publish = (id: string) =>
    files.client.publishFiles({ tenantId: ours, fileIds: [id], rights: 'crm.tiers' });

  it('is served in the sizes of the pages for a year, once its file is public', async () => {
    const picture = sharp({ create: { width: 900, height: 1_200, channels: 3, background: '#a03' } });
    const { id } = await stored(await picture.png().toBuffer());
    const path = `/app-api/files/${id}/poster/320`;
    expect((await download(path)).status).toBe(404);
    await publish(id);
    const answer = await download(path);
    const content = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width: 320, height: 427 });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });

  it.each(['0', '321', '100000', '-160', '1e2', '160.5', 'x', '%00'])(
    'the width %s is none of them',
    async (width) => {
      const { id } = await stored(PIXEL);
      await publish(id);
      expect((await download(`/app-api/files/${id}/poster/${width}`)).status).toBeGreaterThanOrEqual(400);
    },
  );

  it('a drawing with a script is no picture, whatever it is called', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    expect(await stored(Buffer.from(drawing))).toMatchObject({
      status: 422,
      errors: [{ code: 'validation.file-type' }],
    });
  });

  it('a public file that is no picture has none', async () => {
    const { body } = await upload(tokenOf(ours, 'crm.*'), 'a.txt', 'text');
    await publish(body.id);
    expect((await download(`/app-api/files/${body.id}/poster/160`)).status).toBe(404);
  });
});

describe('a picture', () => {
  const photo = async () =>
    sharp({ create: { width: 40, height: 20, channels: 3, background: '#a03' } })
      .jpeg()
      .withExif({ IFD3: { GPSLatitude: '48/1 51/1 24/1' }, IFD0: { Artist: 'Léa' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();

  it('is re-encoded upright, without its GPS position and without appended data', async () => {
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
    ['is truncated', () => PIXEL.subarray(0, 40), 'file.picture-unreadable'],
    [
      'has too many pixels (R-064)',
      () =>
        sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      'file.picture-too-large',
    ],
    [
      'is an SVG, which could contain a script',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'validation.file-type',
    ],
  ])('that %s is refused', async (_description, make, code) => {
    const answer = await upload(tokenOf(ours, '*'), 'x.png', await make(), 'rights=crm.tiers&image=true');
    expect([answer.status, answer.body.errors[0]?.code]).toEqual([422, code]);
  });
});

describe('a virus scanner', () => {
  let clamd: Server;
  let scanned: TestService;
  let verdict: string | null;
  beforeAll(async () => {
    clamd = createServer((socket) => {
      socket.on('error', () => undefined);
      // The command itself is not checked here; the scanner has its own test.
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
  ])('that answers %j: status %d', async (reply, status, code) => {
    verdict = reply;
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

describe('the file quota of a tenant', () => {
  const usage = async (tenantId: string) =>
    (
      await database.asSuperuser<{ bytes: string; files: number }>(
        `SELECT bytes::text, files FROM file_usage WHERE tenant_id = '${tenantId}'`,
      )
    )[0];

  /** Uploads 20 files of 100 bytes concurrently for a tenant whose quota has room for `room` of them. */
  const race = async (room: number) => {
    const tenantId = randomUUID();
    const token = tokenOf(tenantId, '*');
    await upload(token, 'a.txt', 'x'.repeat(100));
    await database.asSuperuser(
      `UPDATE file_usage SET quota_bytes = ${(room + 1) * 100 + 50} WHERE tenant_id = '${tenantId}'`,
    );
    const letters = [...'abcdefghijklmnopqrst'];
    const answers = await Promise.all(
      letters.map((letter) => upload(token, `${letter}.txt`, letter.repeat(100))),
    );
    const stored = answers.filter(({ status }) => status === 201).length;
    const refused = answers.filter(({ body }) => body.code === 'file.quota-exceeded').length;
    return { tenantId, token, stored, refused };
  };

  it.each([0, 1, 7, 19])('accepts %d of 20 concurrent uploads and counts them', async (room) => {
    const { tenantId, stored, refused } = await race(room);
    expect({ stored, refused }).toEqual({ stored: room, refused: 20 - room });
    expect(await usage(tenantId)).toEqual({ bytes: String((room + 1) * 100), files: room + 1 });
    expect(await readdir(join(storage, tenantId))).toHaveLength(room + 1);
  });

  it('would be exceeded if it were checked before it is reserved', async () => {
    const looked = jest
      .spyOn(fileUsage, 'reserveQuota')
      .mockImplementation(async ({ sql, tenantId }, size) => {
        const { rows } = await sql.query<{ fits: boolean }>(
          'SELECT bytes + $2 <= quota_bytes AS fits FROM file_usage WHERE tenant_id = $1',
          [tenantId, size],
        );
        // Lets the other uploads check too before anything is reserved.
        await sql.query('SELECT pg_sleep(0.2)');
        if (rows[0] && !rows[0].fits) throw new Problem('file.quota-exceeded');
        const take = `INSERT INTO file_usage (tenant_id, bytes, files) VALUES ($1, $2, 1)
        ON CONFLICT (tenant_id) DO UPDATE SET bytes = file_usage.bytes + $2, files = file_usage.files + 1`;
        await sql.query(take, [tenantId, size]);
      });
    try {
      expect((await race(1)).stored).toBeGreaterThan(1);
    } finally {
      looked.mockRestore();
    }
  });

  it('is separate for each tenant and can be overridden', async () => {
    const { tenantId, token } = await race(0);
    expect((await upload(tokenOf(randomUUID(), '*'), 'a.txt', 'a'.repeat(100))).status).toBe(201);
    await database.asSuperuser(
      `UPDATE file_usage SET quota_bytes = NULL, quota_files = 2 WHERE tenant_id = '${tenantId}'`,
    );
    expect((await upload(token, 'b.txt', 'b')).status).toBe(201);
    expect((await upload(token, 'c.txt', 'c')).status).toBe(422);
  });
});

describe('unreferenced files', () => {
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

  it('are removed with their bytes after a complete round, and release their quota', async () => {
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
    // Once per cluster: another replica does not get the round of this tenant.
    expect(await begin(tenantId)).toBeUndefined();
    await files.client.keepFiles({ tenantId, fileIds: [needed, shown], publicFileIds: [shown] });
    expect(await files.client.endFileRound(round!)).toEqual({ removed: 2 });
    const status = async (id: string) => (await download(`/b/api/core/files/${id}/content`, token)).status;
    expect(await Promise.all([needed, shown, copy, unused, fresh].map(status))).toEqual([
      200, 200, 404, 404, 200,
    ]);
    expect((await download(`/app-api/files/${shown}`)).status).toBe(200);
    // Bytes that another file shares remain; the others are removed.
    expect(await readdir(join(storage, tenantId))).toHaveLength(3);
    const [used] = await database.asSuperuser<{ bytes: string; files: number }>(
      `SELECT bytes::text, files FROM file_usage WHERE tenant_id = '${tenantId}'`,
    );
    expect(used).toEqual({ bytes: String('needed'.length + 'shown'.length + 'fresh'.length), files: 3 });
  });

  it('stay when they were described during the round, and until a round has ended', async () => {
    const tenantId = randomUUID();
    const { body } = await upload(tokenOf(tenantId, '*'), 'late.txt', 'late');
    await old(tenantId);
    const round = await begin(tenantId);
    // A form is saved during the round.
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
])('refuses %s', async (_description, content, query, code) => {
  const answer = await upload(tokenOf(ours, 'crm.tiers.create'), 'x.png', content, query);
  expect([answer.status, answer.body.errors[0]?.code]).toEqual([422, code]);
});

it('requires the create or update right of the resource that the file is for', async () => {
  expect((await upload(tokenOf(ours, 'crm.tiers.read'), 'a.txt', 'a')).status).toBe(403);
  expect((await upload(tokenOf(ours, '*'), 'a.txt', 'a', 'rights=../../x')).status).toBe(422);
  expect((await upload(tokenOf(ours, '*'), 'a.txt', 'a', '')).status).toBe(422);
  // A service that does not report its referenced files, so they could never be removed.
  expect((await upload(tokenOf(ours, '*'), 'a.txt', 'a', 'rights=sales.product')).status).toBe(422);
});

it('describes files of one tenant to other services', async () => {
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

test('a mail gets a file of the service that asked for it, and of its tenant, only', async () => {
  const token = tokenOf(ours, 'ticketing.template.update');
  const { body } = await upload(token, 'Plan d’accès.pdf', '%PDF-1.7 plan', 'rights=ticketing.template');
  const notifications = openClient(documentFilesV1.FileServiceDefinition, running.grpcAddress, {
    credentials: testCredentials('notifications'),
  });
  const read = (changes: object, { client } = notifications) =>
    client.getFile({ tenantId: ours, fileId: body.id, owner: 'ticketing', ...changes });
  const found = await read({});
  expect([found.fileName, Buffer.from(found.content).toString()]).toEqual([
    'Plan d’accès.pdf',
    '%PDF-1.7 plan',
  ]);
  const refused: [object, string][] = [
    [{ tenantId: theirs }, 'http.404'],
    [{ owner: 'crm' }, 'http.404'],
    [{ fileId: randomUUID() }, 'http.404'],
    [{ owner: '%' }, 'request.malformed'],
  ];
  for (const [changes, code] of refused) await expect(read(changes)).rejects.toMatchObject({ code });
  // Services read their own files in other ways.
  await expect(read({}, files)).rejects.toMatchObject({ cause: { code: status.PERMISSION_DENIED } });
  notifications.close();
});
