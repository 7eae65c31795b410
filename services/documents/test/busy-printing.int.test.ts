import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentRenderingV1 } from '@coulisse/contracts';
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
import { PrintQueue } from '../src/features/pdf/print-queue';
import { service } from '../src/service';

const PDF = '%PDF-1.7\n1 0 obj<</Type/Page>>\n%%EOF\n';
const PATIENT = { deadlineMs: 30_000 };

/** Pages that wait for a printer that has too much to do. */
describe('while a page is printed', () => {
  let database: TestDatabase;
  let documents: TestService;
  let storage: string;
  let rendering: ReturnType<typeof openClient<documentRenderingV1.RenderServiceDefinition>>;
  let printer: Server;
  /** Pages that the printer has begun, and those that it has not finished. */
  let printed: string[];
  let unfinished: ServerResponse[];

  beforeAll(async () => {
    printer = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        printed.push(/<p>(\w+)<\/p>/.exec(body)?.[1] ?? '');
        unfinished.push(response);
      });
    });
    await new Promise<void>((resolve) => printer.listen(0, '127.0.0.1', resolve));
    storage = await mkdtemp(join(tmpdir(), 'coulisse-printing-'));
    database = await testDatabase(join(__dirname, '..'));
    documents = await startTestService(service, {
      database,
      bus: new MemoryBus(),
      env: {
        GOTENBERG_URL: `http://127.0.0.1:${(printer.address() as AddressInfo).port}`,
        GOTENBERG_CONCURRENCY: '1',
        GOTENBERG_QUEUE: '2',
        STORAGE_DIR: storage,
      },
    });
    const credentials = testCredentials('ticketing');
    rendering = openClient(documentRenderingV1.RenderServiceDefinition, documents.grpcAddress, {
      credentials,
    });
  }, 60_000);
  beforeEach(() => {
    printed = [];
    unfinished = [];
  });
  afterAll(async () => {
    rendering.close();
    await documents.stop();
    printer.close();
    await database.drop();
    await rm(storage, { recursive: true });
  });

  const preview = (name: string, settings = PATIENT) =>
    rendering.client.previewDocument({ html: `<p>${name}</p>` }, settings);
  const begun = (...names: string[]) => eventually(() => expect(printed).toEqual(names));
  const waiting = (count: number) =>
    eventually(() => expect(documents.container.get(PrintQueue).counts.waiting).toBe(count));
  const finish = () => unfinished.shift()!.end(PDF);

  it('one that waits is not printed any more once its caller has gone', async () => {
    const first = preview('first');
    await begun('first');
    await expect(preview('impatient', { deadlineMs: 300 })).rejects.toMatchObject({
      code: 'service.unavailable',
    });
    await waiting(0);
    const last = preview('last');
    await waiting(1);
    finish();
    await first;
    await begun('first', 'last');
    finish();
    expect(Buffer.from((await last).content).toString()).toBe(PDF);
  });

  it('more than may wait are refused with the seconds after which to come again', async () => {
    const first = preview('first');
    await begun('first');
    const refusals: unknown[] = [];
    const others = ['a', 'b', 'c', 'd'].map((name) =>
      preview(name).then(
        () => 'printed',
        (problem: unknown) => {
          refusals.push(problem);
          return 'refused';
        },
      ),
    );
    await eventually(() => expect(refusals).toHaveLength(2));
    for (const refusal of refusals)
      expect(refusal).toMatchObject({
        code: 'service.unavailable',
        headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d*$/) as string },
      });
    for (let count = 0; count < 3; count++) {
      await eventually(() => expect(unfinished).toHaveLength(1));
      finish();
    }
    await first;
    expect((await Promise.all(others)).sort()).toEqual(['printed', 'printed', 'refused', 'refused']);
  });
});
