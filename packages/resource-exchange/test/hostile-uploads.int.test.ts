import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { bundle } from '@coulisse/test-kit/bundle';
import { ExchangeBench } from '@coulisse/sample/exchange-bench';
import { hostileFiles } from './support/hostile-files';
import type { MemoryReport } from './support/reader-process';
import { cell, row, workbook } from './support/workbooks';

jest.setTimeout(180_000);

const MIB = 1024 * 1024;
const root = join(__dirname, '..');
let bench: ExchangeBench;
beforeAll(async () => {
  bench = await ExchangeBench.open();
});
afterAll(() => bench.close());
beforeEach(() => {
  bench.caller = { tenantId: randomUUID(), rights: ['*'] };
});

const send = (file: Buffer, headers: Record<string, string> = {}) =>
  bench.json<{ code?: string; rows?: number; id: string }>('POST', 'shelves/_imports', file, headers);
const uploads = (tenantId = bench.caller.tenantId) =>
  bench.database.asSuperuser<{ id: string; state: string }>(
    `SELECT id, state FROM kit.job WHERE tenant_id = '${tenantId}' ORDER BY created_at`,
  );

it('refuses a request body with a content encoding, and reads the same file without one', async () => {
  const file = Buffer.from('Nom\nHaut\n');
  for (const encoding of ['gzip', 'deflate', 'br', 'x-none'])
    expect(await send(gzipSync(file), { 'content-encoding': encoding })).toMatchObject({
      status: 415,
      body: { code: 'request.unsupported-media' },
    });
  expect(await send(file, { 'content-encoding': 'identity' })).toMatchObject({
    status: 201,
    body: { rows: 1 },
  });
});

it('rejects a hostile file with a problem, stores nothing of it, and reads the next one', async () => {
  const files: [Buffer, number, string][] = [
    [workbook(row(1_000_000, cell('X1000000', 'x'))), 422, 'import.empty'],
    [Buffer.alloc(20 * MIB, ';'), 422, 'import.too-many-columns'],
    [workbook('<?xml version="1.0"?>'.padEnd(50 * MIB, ' ')), 413, 'import.too-large-unpacked'],
  ];
  for (const [file, status, code] of files)
    expect(await send(file)).toMatchObject({ status, body: { code } });
  expect(await uploads()).toEqual([]);
  expect((await send(Buffer.from('Nom\nHaut\n'))).status).toBe(201);
});

describe('one file per tenant is read at a time', () => {
  const slow = Buffer.from(`Nom\n${'x;y\n'.repeat(40_000)}`);

  it('refuses the second one in any process; accepts one of another tenant', async () => {
    const claimed = randomUUID();
    const { tenantId } = bench.caller;
    const claim = (age: string) =>
      bench.database.asSuperuser(
        `INSERT INTO kit.job (id, tenant_id, resource, kind, state, input, actor, owner_id, heartbeat_at)
         VALUES ('${claimed}', '${tenantId}', 'sample.shelf', 'upload', 'READING', '{}', '{}', 'x', now() - interval '${age}')
         ON CONFLICT (id) DO UPDATE SET heartbeat_at = EXCLUDED.heartbeat_at`,
      );
    await claim('1 second');
    expect(await send(slow)).toMatchObject({ status: 409, body: { code: 'import.in-progress' } });
    bench.caller = { tenantId: randomUUID(), rights: ['*'] };
    expect((await send(slow)).status).toBe(201);
    // The process of the claim died: the claim has expired.
    bench.caller = { tenantId, rights: ['*'] };
    await claim('1 minute');
    expect((await send(slow)).status).toBe(201);
  });

  it('refuses simultaneous uploads', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(slow)));
    const statuses = answers.map(({ status }) => status).sort();
    // An upload that arrives after the first has ended may be read as well.
    expect(statuses[0]).toBe(201);
    expect(statuses.filter((status) => status === 409).length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([201, 409]));
    const storedUploads = await uploads();
    expect(storedUploads.map(({ state }) => state)).toEqual(
      statuses.filter((status) => status === 201).map(() => 'DONE'),
    );
  });

  it('does not import a claim before its file was read', async () => {
    const id = randomUUID();
    await bench.database.asSuperuser(
      `INSERT INTO kit.job (id, tenant_id, resource, kind, state, input, actor, owner_id, heartbeat_at)
       SELECT '${id}', tenant_id, resource, kind, 'READING', '{}', '{}', owner_id, now() FROM kit.job WHERE kind = 'upload' LIMIT 1`,
    );
    const body = { mapping: {}, mode: 'create', dryRun: true };
    const answer = await bench.json<{ code: string }>('POST', `shelves/_imports/${id}/run`, body);
    expect([answer.status, answer.body.code]).toEqual([404, 'import.file-not-found']);
  });
});

describe('the memory of a process that reads all hostile files', () => {
  const DEADLY = 'three million strings';
  const LARGE = /million|semicolons|unpack|many cells|nests/;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(root, '.reader-test-'));
    const main = join(__dirname, 'support/reader-process.ts');
    const worker = join(root, 'src/reading/table-worker.ts');
    await bundle({ main, 'table-worker': worker }, folder);
    for (const name of ['files', 'deadly']) mkdirSync(join(folder, name));
    for (const [fileName, make] of hostileFiles) {
      if (!LARGE.test(fileName)) continue;
      const bytes = make();
      writeFileSync(join(folder, 'files', fileName), bytes);
      if (fileName === DEADLY) writeFileSync(join(folder, 'deadly', fileName), bytes);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs a process with the heap size of a service. */
  async function run(mode: 'bounded' | 'unbounded', files: string) {
    const child = spawn(
      process.execPath,
      ['--expose-gc', '--max-old-space-size=192', join(folder, 'main.js'), mode, join(folder, files)],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const ended = once(child, 'exit');
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { output, errors, died: child.exitCode !== 0 };
  }

  it('grows by less than 20 %', async () => {
    const { output, errors, died } = await run('bounded', 'files');
    expect([died, errors]).toEqual([false, '']);
    const { before, after, answers } = JSON.parse(output) as MemoryReport;
    expect(Object.values(answers).every((answer) => answer.startsWith('import.'))).toBe(true);
    expect(after).toBeLessThan(before * 1.2);
  });

  it('is exhausted when there are no limits', async () => {
    const { died, errors } = await run('unbounded', 'deadly');
    expect([died, /heap out of memory|allocation failed/i.test(errors)]).toEqual([true, true]);
  });
});
