import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { build, type PluginBuild } from 'esbuild';
import { ExchangeBench } from './support/exchange-bench';
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
    `SELECT id, state FROM job WHERE tenant_id = '${tenantId}' ORDER BY created_at`,
  );

it('refuses what was sent packed, and reads the same unpacked', async () => {
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

it('answers a hostile file with a problem, keeps nothing of it, and reads the next one', async () => {
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

describe('one file of a tenant is read at a time', () => {
  const slow = Buffer.from(`Nom\n${'x;y\n'.repeat(40_000)}`);

  it('and the second is refused, whichever process it comes to; another tenant is not concerned', async () => {
    const claimed = randomUUID();
    const { tenantId } = bench.caller;
    const claim = (age: string) =>
      bench.database.asSuperuser(
        `INSERT INTO job (id, tenant_id, resource, kind, state, input, actor, owner_id, heartbeat_at)
         VALUES ('${claimed}', '${tenantId}', 'sample.shelf', 'upload', 'READING', '{}', '{}', 'x', now() - interval '${age}')
         ON CONFLICT (id) DO UPDATE SET heartbeat_at = EXCLUDED.heartbeat_at`,
      );
    await claim('1 second');
    expect(await send(slow)).toMatchObject({ status: 409, body: { code: 'import.in-progress' } });
    bench.caller = { tenantId: randomUUID(), rights: ['*'] };
    expect((await send(slow)).status).toBe(201);
    // Its process died: it holds nobody up any longer.
    bench.caller = { tenantId, rights: ['*'] };
    await claim('1 minute');
    expect((await send(slow)).status).toBe(201);
  });

  it('also when they come at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(slow)));
    const statuses = answers.map(({ status }) => status).sort();
    // Those that come after the first has ended may be read as well.
    expect(statuses[0]).toBe(201);
    expect(statuses.filter((status) => status === 409).length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([201, 409]));
    const kept = await uploads();
    expect(kept.map(({ state }) => state)).toEqual(
      statuses.filter((status) => status === 201).map(() => 'DONE'),
    );
  });

  it('and a claim cannot be imported before its file was read', async () => {
    const id = randomUUID();
    await bench.database.asSuperuser(
      `INSERT INTO job (id, tenant_id, resource, kind, state, input, actor, owner_id, heartbeat_at)
       SELECT '${id}', tenant_id, resource, kind, 'READING', '{}', '{}', owner_id, now() FROM job WHERE kind = 'upload' LIMIT 1`,
    );
    const body = { mapping: {}, mode: 'create', dryRun: true };
    const answer = await bench.json<{ code: string }>('POST', `shelves/_imports/${id}/run`, body);
    expect([answer.status, answer.body.code]).toEqual([404, 'import.file-not-found']);
  });
});

describe('the memory of a process that reads them all', () => {
  const DEADLY = 'three million strings';
  const LARGE = /million|semicolons|unpack|many cells|nests/;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(root, '.reader-test-'));
    const outside = {
      name: 'packages-stay-outside',
      setup: ({ onResolve }: PluginBuild) =>
        onResolve({ filter: /^[^./]/ }, ({ path }) =>
          path.startsWith('@coulisse/') ? null : { path, external: true },
        ),
    };
    await build({
      entryPoints: {
        main: join(__dirname, 'support/reader-process.ts'),
        'table-worker': join(root, 'src/kernel/exchange/reading/table-worker.ts'),
      },
      outdir: folder,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      logLevel: 'error',
      plugins: [outside],
    });
    for (const name of ['files', 'deadly']) mkdirSync(join(folder, name));
    for (const [what, make] of hostileFiles) {
      if (!LARGE.test(what)) continue;
      const bytes = make();
      writeFileSync(join(folder, 'files', what), bytes);
      if (what === DEADLY) writeFileSync(join(folder, 'deadly', what), bytes);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A process with the heap of a service. */
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

  it('is what it was before, within a fifth', async () => {
    const { output, errors, died } = await run('bounded', 'files');
    expect([died, errors]).toEqual([false, '']);
    const { before, after, answers } = JSON.parse(output) as MemoryReport;
    expect(Object.values(answers).every((answer) => answer.startsWith('import.'))).toBe(true);
    expect(after).toBeLessThan(before * 1.2);
  });

  it('ends the process where nothing is bounded', async () => {
    const { died, errors } = await run('unbounded', 'deadly');
    expect([died, /heap out of memory|allocation failed/i.test(errors)]).toEqual([true, true]);
  });
});
