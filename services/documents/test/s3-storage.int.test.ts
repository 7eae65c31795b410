import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '@coulisse/service-kit';
import { MemoryBus } from '@coulisse/service-kit/messaging';
import {
  eventually,
  startTestService,
  testDatabase,
  type TestDatabase,
  type TestService,
} from '@coulisse/test-kit';
import { PDF_RENDERER } from '../src/features/pdf/pdf-renderer.port';
import { PageRendering } from '../src/features/rendering/render-page';
import { S3Storage, type S3Settings } from '../src/features/storage/s3-storage';
import { service } from '../src/service';
import { S3Server, type S3Environment } from './support/s3-server';
import { storageContract } from './support/storage-contract';

// The first run on a machine builds the S3.
jest.setTimeout(900_000);

const unavailable = { code: 'service.unavailable' };

let server: S3Server;
let env: S3Environment;

beforeAll(async () => {
  server = await S3Server.make();
  env = await server.start();
});
afterAll(() => server.forget());

const settings = (changes: Partial<S3Settings> = {}): S3Settings => ({
  endpoint: env.S3_ENDPOINT,
  region: env.S3_REGION,
  bucket: `bucket-${randomUUID()}`,
  accessKeyId: env.S3_ACCESS_KEY_ID,
  secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  pathStyle: true,
  timeoutMs: 5_000,
  ...changes,
});

storageContract('S3', () => {
  const bucket = `bucket-${randomUUID()}`;
  return { storage: new S3Storage(settings({ bucket })), files: server.bucket(bucket) };
});

describe('S3Storage on a real S3', () => {
  const tenant = randomUUID();
  const content = Buffer.from('a ticket');
  let storage: S3Storage;
  let bucket: string;

  beforeEach(() => {
    bucket = `bucket-${randomUUID()}`;
    storage = new S3Storage(settings({ bucket }));
  });
  afterEach(() => storage.close());

  it('creates the bucket once when several replicas start concurrently', async () => {
    const replicas = Array.from({ length: 5 }, () => new S3Storage(settings({ bucket })));
    await Promise.all(replicas.map((replica) => replica.prepare()));
    const hashes = await Promise.all(replicas.map((replica) => replica.put(tenant, content)));
    expect(await readdir(join(server.bucket(bucket), tenant))).toEqual([hashes[0]]);
    for (const replica of replicas) replica.close();
  });

  it('throws service.unavailable while the S3 is stopped, and loses nothing after its restart', async () => {
    const hash = await storage.put(tenant, content);
    await server.stop();
    try {
      await expect(storage.get(tenant, hash)).rejects.toMatchObject(unavailable);
      await expect(storage.put(tenant, Buffer.from('another'))).rejects.toMatchObject(unavailable);
      await expect(storage.remove(tenant, hash)).rejects.toMatchObject(unavailable);
    } finally {
      await server.start();
    }
    expect((await storage.get(tenant, hash)).equals(content)).toBe(true);
    await storage.remove(tenant, hash);
    await expect(storage.get(tenant, hash)).rejects.toMatchObject({ code: 'http.404' });
    const another = await storage.put(tenant, Buffer.from('another'));
    expect((await storage.get(tenant, another)).toString()).toBe('another');
  });

  it('creates a lost bucket again', async () => {
    const hash = await storage.put(tenant, content);
    await rm(server.bucket(bucket), { recursive: true });
    await expect(storage.get(tenant, hash)).rejects.toMatchObject(unavailable);
    await expect(storage.put(tenant, content)).rejects.toMatchObject(unavailable);
    expect(await storage.put(tenant, content)).toBe(hash);
    expect((await storage.get(tenant, hash)).equals(content)).toBe(true);
  });

  it.each<[RegExp, Partial<S3Settings>]>([
    [/secret|signature/i, { secretAccessKey: 'not the secret' }],
    [/access key/i, { accessKeyId: 'nobody' }],
    [/region/i, { region: 'us-east-1' }],
  ])('throws ConfigError with the reason when the S3 refuses access: %s', async (message, changes) => {
    const wrong = new S3Storage(settings(changes));
    await expect(wrong.prepare()).rejects.toThrow(ConfigError);
    await expect(wrong.prepare()).rejects.toThrow(message);
    await expect(wrong.put(tenant, content)).rejects.toMatchObject(unavailable);
    wrong.close();
  });
});

describe('the service on an S3', () => {
  let database: TestDatabase;
  let running: TestService | undefined;

  beforeAll(async () => {
    database = await testDatabase(join(__dirname, '..'));
  });
  afterEach(() => running?.stop());
  afterAll(() => database.drop());

  const start = async (changes: Record<string, string> = {}, waitReady = true): Promise<TestService> => {
    running = await startTestService(service, {
      database,
      bus: new MemoryBus(),
      waitReady,
      env: { ...env, S3_BUCKET: `bucket-${randomUUID()}`, S3_TIMEOUT_MS: '1500', ...changes },
    });
    return running;
  };

  it('returns 503 for a file while the S3 is unavailable, and serves everything else', async () => {
    const { ctx, container, request, issuer } = await start();
    const tenantId = randomUUID();
    const content = Buffer.from('%PDF-1.7 quote');
    jest.spyOn(container.get(PDF_RENDERER), 'render').mockResolvedValueOnce(content);
    await container.get(PageRendering).render(
      {
        ...{ caller: 'ticketing', tenantId, kind: 'sales.quote', key: 'v1', fileName: 'devis.pdf' },
        subject: { resource: 'sales.quote', id: randomUUID(), label: 'D-2026-000012' },
        html: '<p>Devis</p>',
        places: [],
        urgent: false,
      },
      ctx,
    );
    const token = issuer.staffToken({ tenantId, rights: ['documents.document.read'] });
    const list = await request<{ items: { id: string }[] }>('GET', '/b/api/core/documents', { token });
    const file = `/b/api/core/documents/${list.body.items[0]?.id}/content`;
    expect((await request('GET', file, { token })).text).toBe(content.toString());

    await server.stop();
    try {
      const { status, headers, body } = await request('GET', file, { token });
      expect(status).toBe(503);
      expect(headers.get('content-type')).toContain('application/problem+json');
      expect(body).toMatchObject(unavailable);
      expect((await request('GET', '/b/api/core/documents', { token })).status).toBe(200);
      expect((await request('GET', '/health/ready')).status).toBe(200);
    } finally {
      await server.start();
    }
    expect((await request('GET', file, { token })).text).toBe(content.toString());
  });

  it('is degraded until the S3 responds, then ready', async () => {
    await server.stop();
    let back: Promise<unknown> | undefined;
    try {
      const { request } = await start({}, false);
      const { status, body } = await request('GET', '/health/ready');
      expect(status).toBe(200);
      expect(body).toMatchObject({ status: 'degraded', parts: { storage: 'down', database: 'up' } });
      back = server.start();
      await eventually(
        async () => {
          const retried = await request('GET', '/health/ready');
          if ((retried.body as { status?: string }).status !== 'ready') throw new Error(retried.text);
        },
        { timeoutMs: 30_000 },
      );
    } finally {
      await (back ?? server.start());
    }
  });

  it('does not start with keys that the S3 refuses', async () => {
    await expect(start({ S3_SECRET_ACCESS_KEY: 'not the secret' }, false)).rejects.toMatchObject({
      name: 'ConfigError',
      reasons: [expect.stringContaining('SignatureDoesNotMatch')],
    });
  });

  it('does not start with an incomplete S3 configuration', async () => {
    await expect(start({ S3_BUCKET: '', S3_ACCESS_KEY_ID: '' }, false)).rejects.toMatchObject({
      reasons: [expect.stringContaining('S3_BUCKET'), expect.stringContaining('S3_ACCESS_KEY_ID')],
    });
  });
});
