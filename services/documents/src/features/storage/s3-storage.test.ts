import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '@coulisse/service-kit';
import { S3Storage } from './s3-storage';

const tenant = '0199a0a0-0000-7000-8000-000000000001';
const content = Buffer.from('a ticket');
const hash = createHash('sha256').update(content).digest('hex');
const unavailable = { code: 'service.unavailable' };

/** Responses of the fake S3 by operation. */
type Answers = Partial<Record<'list' | 'create' | 'put' | 'get', Answer | Answer[]>>;
type Answer = (response: ServerResponse) => void;

const says =
  (status: number, code: string): Answer =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>said ${code}</Message></Error>`);
const works: Answer = (response) => void response.writeHead(200).end();
const isEmpty: Answer = (response) =>
  void response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end('<?xml version="1.0"?><ListBucketResult><KeyCount>0</KeyCount></ListBucketResult>');
const hangs: Answer = () => undefined;

describe('S3Storage with a failing S3', () => {
  let server: Server | undefined;
  let storage: S3Storage;
  let requests: string[];

  const against = async (answers: Answers, timeoutMs = 3_000): Promise<S3Storage> => {
    requests = [];
    const kindOf = ({ method, url = '' }: IncomingMessage) => {
      const inBucket = new URL(url, 'http://s3').pathname.split('/').filter(Boolean).length > 1;
      if (method === 'PUT') return inBucket ? 'put' : 'create';
      return inBucket ? 'get' : 'list';
    };
    server = createServer((request, response) => {
      const kind = kindOf(request);
      requests.push(kind);
      const planned = answers[kind] ?? (kind === 'list' ? isEmpty : works);
      const answer = Array.isArray(planned) ? (planned.shift() ?? works) : planned;
      request.resume().on('end', () => answer(response));
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    storage = new S3Storage({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'eu-west-3',
      bucket: 'files',
      accessKeyId: 'someone',
      secretAccessKey: 'secret',
      pathStyle: true,
      timeoutMs,
    });
    return storage;
  };
  afterEach(() => {
    storage.close();
    server?.closeAllConnections();
    server?.close();
  });

  const times = (kind: string) => requests.filter((request) => request === kind).length;

  it('retries after 503 and 500', async () => {
    await against({ put: [says(503, 'SlowDown'), says(500, 'InternalError')] });
    expect(await storage.put(tenant, content)).toBe(hash);
    expect(requests).toEqual(['list', 'put', 'put', 'put']);
  });

  it.each<[string, Answer, number]>([
    ['always returns 503', says(503, 'SlowDown'), 3],
    ['returns 500', says(500, 'InternalError'), 3],
    ['closes the connection', (response) => void response.destroy(), 3],
    ['refuses the access key', says(403, 'InvalidAccessKeyId'), 1],
    ['returns 418', (response) => void response.writeHead(418).end('I am a teapot'), 1],
  ])('throws service.unavailable when the S3 %s', async (_name, answer, attempts) => {
    await against({ put: answer, get: answer });
    await expect(storage.put(tenant, content)).rejects.toMatchObject(unavailable);
    expect(times('put')).toBe(attempts);
    await expect(storage.get(tenant, hash)).rejects.toMatchObject(unavailable);
    expect(times('get')).toBe(attempts);
  });

  it.each<[string, Answer]>([
    ['never responds', hangs],
    [
      'never ends the response',
      (response) => void response.writeHead(200, { 'content-length': content.length }).write('a '),
    ],
  ])('stops waiting after the timeout when the S3 %s', async (_name, answer) => {
    await against({ get: answer }, 600);
    const from = Date.now();
    await expect(storage.get(tenant, hash)).rejects.toMatchObject(unavailable);
    expect(Date.now() - from).toBeLessThan(2_000);
  });

  it('refuses a truncated response', async () => {
    await against({
      get: (response) => {
        response.writeHead(200, { 'content-length': content.length }).write('a ');
        setTimeout(() => response.destroy(), 50);
      },
    });
    await expect(storage.get(tenant, hash)).rejects.toMatchObject(unavailable);
  });

  it('distinguishes a missing file from a missing bucket', async () => {
    await against({ get: [says(404, 'NoSuchKey'), says(404, 'NoSuchBucket')] });
    await expect(storage.get(tenant, hash)).rejects.toMatchObject({ code: 'http.404' });
    await expect(storage.get(tenant, hash)).rejects.toMatchObject(unavailable);
  });

  it('looks for the bucket once and creates it when it is missing', async () => {
    await against({ list: says(404, 'NoSuchBucket') });
    await storage.put(tenant, content);
    await storage.put(tenant, content);
    expect(requests).toEqual(['list', 'create', 'put', 'put']);
  });

  it('creates the bucket again after it was lost', async () => {
    await against({ list: [isEmpty, says(404, 'NoSuchBucket')], put: [says(404, 'NoSuchBucket')] });
    await expect(storage.put(tenant, content)).rejects.toMatchObject(unavailable);
    await storage.put(tenant, content);
    expect(requests).toEqual(['list', 'put', 'list', 'create', 'put']);
  });

  it('accepts that another replica created the bucket in between', async () => {
    await against({
      list: [says(404, 'NoSuchBucket'), isEmpty],
      create: says(409, 'BucketAlreadyOwnedByYou'),
    });
    await storage.prepare();
    expect(requests).toEqual(['list', 'create', 'list']);
  });

  it('throws service.unavailable while another replica creates the bucket', async () => {
    await against({ list: says(404, 'NoSuchBucket'), create: says(409, 'OperationAborted') });
    await expect(storage.prepare()).rejects.toMatchObject(unavailable);
  });

  it.each<[string, Answers]>([
    ['SignatureDoesNotMatch', { list: says(403, 'SignatureDoesNotMatch') }],
    ['AuthorizationHeaderMalformed', { list: says(400, 'AuthorizationHeaderMalformed') }],
    ['AccessDenied', { list: says(404, 'NoSuchBucket'), create: says(403, 'AccessDenied') }],
  ])('throws ConfigError when the S3 returns %s', async (code, answers) => {
    await against(answers);
    await expect(storage.prepare()).rejects.toThrow(ConfigError);
    await expect(storage.prepare()).rejects.toThrow(`the bucket files be used: ${code}, said ${code}`);
  });

  it.each([['returns 503', says(503, 'ServiceUnavailable')] as const, ['does not respond', hangs] as const])(
    'prepares later when the S3 is unavailable at the start: %s',
    async (_name, answer) => {
      await against({ list: [answer, answer, answer, isEmpty] }, 600);
      await expect(storage.prepare()).rejects.toMatchObject(unavailable);
      await storage.prepare();
    },
  );
});
