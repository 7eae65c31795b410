import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@coulisse/test-kit';
import { bundle } from '@coulisse/test-kit/bundle';
import { BENCH_KEY, ExchangeBench, runnerFor, type ImportOutcome } from '@coulisse/sample/exchange-bench';
import type { JobProcessSettings } from './support/job-process';

jest.setTimeout(300_000);

const ROWS = 3_000;
const root = join(__dirname, '..');
let bench: ExchangeBench;
let folder: string;
let child: ChildProcess | undefined;

beforeAll(async () => {
  bench = await ExchangeBench.open();
  // Inside the package, so that modules outside the bundle are resolved.
  folder = mkdtempSync(join(root, '.jobs-test-'));
  await bundle(join(__dirname, 'support/job-process.ts'), folder);
});
afterEach(() => child?.kill('SIGKILL'));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await bench.close();
});

const made = async (tenantId: string) => {
  const [row] = await bench.database.asSuperuser<{ made: number; names: number }>(
    `SELECT count(*)::integer AS made, count(DISTINCT name)::integer AS names FROM gadget WHERE tenant_id = '${tenantId}'`,
  );
  return row!;
};

/** Kills the process of an import; another one resumes the job. Every row must be imported exactly once. */
async function killInTheMiddle(sabotaged: boolean): Promise<void> {
  const tenantId = randomUUID();
  bench.caller = { tenantId, rights: ['*'] };
  const rows = Array.from({ length: ROWS }, (_, index) => `Objet ${index};1;TOOL`);
  const upload = await bench.upload('gadgets', `name;price;kind\n${rows.join('\n')}\n`);
  const { id } = await bench.start('gadgets', upload);

  const settings: JobProcessSettings = {
    ...bench.database.urls,
    key: BENCH_KEY.toString('base64'),
    sabotaged,
  };
  const file = join(folder, 'settings.json');
  writeFileSync(file, JSON.stringify(settings));
  child = spawn(process.execPath, [join(folder, 'main.js'), file], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await eventually(async () => expect((await made(tenantId)).made).toBeGreaterThan(500), {
    timeoutMs: 30_000,
    intervalMs: 20,
  });
  child.kill('SIGKILL');
  await eventually(() => expect(child?.signalCode).toBe('SIGKILL'));
  expect((await made(tenantId)).made).toBeLessThan(ROWS);

  const heir = runnerFor(bench.server, bench.database, { staleMs: 500 });
  heir.start();
  try {
    const job = await bench.waitForJob('gadgets', id);
    expect(job).toMatchObject({ problem: null, state: 'DONE', done: ROWS, total: ROWS });
    expect(job.result as ImportOutcome).toMatchObject({ created: ROWS, failed: 0 });
    expect(await made(tenantId)).toEqual({ made: ROWS, names: ROWS });
    const [{ attempts }] = (await bench.database.asSuperuser<{ attempts: number }>(
      `SELECT attempts FROM kit.job WHERE id = '${id}'`,
    )) as [{ attempts: number }];
    expect(attempts).toBe(2);
  } finally {
    await heir.stop();
  }
}

test('an import whose process is killed resumes exactly where it stopped', () => killInTheMiddle(false));

test('the test above fails if progress is not stored with the rows', async () => {
  await expect(killInTheMiddle(true)).rejects.toThrow(/"made": (?!3000)/);
});
