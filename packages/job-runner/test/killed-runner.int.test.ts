import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleDatabase, type SampleDatabase } from '@coulisse/sample/sample-database';
import { eventually } from '@coulisse/test-kit';
import { bundle } from '@coulisse/test-kit/bundle';
import { countingJob } from './support/counting-job';
import type { RunnerProcessSettings } from './support/runner-process';
import { inTenant, serviceRunner } from './support/service-bench';

jest.setTimeout(120_000);

const STEPS = 60;
let database: SampleDatabase;
let folder: string;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  database = await sampleDatabase();
  // Inside the package, so that modules outside the bundle are resolved.
  folder = mkdtempSync(join(__dirname, '..', '.jobs-test-'));
  await bundle(join(__dirname, 'support/runner-process.ts'), folder);
});
beforeEach(async () => {
  for (const table of ['kit.job', 'kit.schedule', 'kit.schedule_run', 'kit.tenant', 'shelf'])
    await database.asSuperuser(`DELETE FROM ${table}`);
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database?.drop();
});

async function startProcess(sabotaged = false): Promise<ChildProcess> {
  const settings: RunnerProcessSettings = { ...database.urls, sabotaged };
  const file = join(folder, `settings-${randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(settings));
  const child = spawn(process.execPath, [join(folder, 'main.js'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  await once(child.stdout, 'data');
  return child;
}
const shelves = (tenantId: string) =>
  database.asSuperuser<{ name: string }>('SELECT name FROM shelf WHERE tenant_id = $1', [tenantId]);

/** Two processes run jobs; the one that has the job is killed in the middle. Returns the steps that were done. */
async function killInTheMiddle(sabotaged: boolean): Promise<string[]> {
  const tenantId = randomUUID();
  const first = await startProcess(sabotaged);
  const { ctx } = serviceRunner(database.db, { jobs: [countingJob] });
  await inTenant(database.db, tenantId, (tx) =>
    ctx.jobs.enqueue(tx, countingJob, { steps: STEPS, pauseMs: 20 }),
  );
  await eventually(async () => expect((await shelves(tenantId)).length).toBeGreaterThan(5), {
    timeoutMs: 20_000,
    intervalMs: 10,
  });
  await startProcess(sabotaged);
  first.kill('SIGKILL');
  await eventually(
    async () => {
      const [job] = await database.asSuperuser('SELECT state, attempts FROM kit.job');
      expect(job).toMatchObject({ state: 'DONE', attempts: 2 });
    },
    { timeoutMs: 30_000 },
  );
  return (await shelves(tenantId)).map(({ name }) => name.split(' ')[1]!);
}

test('a job whose process is killed goes on where it was, in another process: each step is done once', async () => {
  const steps = await killInTheMiddle(false);
  expect(steps).toHaveLength(STEPS);
  expect(new Set(steps).size).toBe(STEPS);
});

test('sabotaged: without the checkpoint in the transaction, steps are done twice', async () => {
  const steps = await killInTheMiddle(true);
  expect(steps.length).toBeGreaterThan(STEPS);
  expect(new Set(steps).size).toBe(STEPS);
});

test('a schedule that is due while its processes are killed runs once', async () => {
  const tenantId = randomUUID();
  await database.asSuperuser(`INSERT INTO kit.tenant (tenant_id, zone) VALUES ($1, 'Indian/Reunion')`, [
    tenantId,
  ]);
  // Due three times, nobody was there.
  await database.asSuperuser(
    `INSERT INTO kit.schedule VALUES ($1, 'crm.add-shelf', '* * * * *', 'Indian/Reunion', date_trunc('minute', now()) - interval '3 minutes')`,
    [tenantId],
  );
  const processes = await Promise.all([startProcess(), startProcess(), startProcess()]);
  processes[0].kill('SIGKILL');
  await eventually(async () => expect(await shelves(tenantId)).not.toEqual([]), { timeoutMs: 20_000 });
  processes[1].kill('SIGKILL');
  await eventually(
    async () =>
      expect(await database.asSuperuser(`SELECT id FROM kit.job WHERE state <> 'DONE'`)).toEqual([]),
    { timeoutMs: 20_000 },
  );
  const runs = await database.asSuperuser<{ planned_at: Date; missed: number }>(
    'SELECT planned_at, missed FROM kit.schedule_run ORDER BY planned_at',
  );
  // The first run stands for the missed times; a minute may have begun meanwhile.
  expect(runs[0]!.missed).toBeGreaterThanOrEqual(4);
  const names = (await shelves(tenantId)).map(({ name }) => name).sort();
  expect(names).toEqual(runs.map(({ planned_at: at }) => at.toISOString()));
});
