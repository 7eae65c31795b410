import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, type TestDatabase } from '@coulisse/test-kit';
import { bundle } from '@coulisse/test-kit/bundle';
import type { DatabaseProcessSettings } from './support/database-process';
import { sampleWithNotes } from './support/sample-service';

jest.setTimeout(120_000);

let sample: TestDatabase;
let folder: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  sample = await sampleWithNotes();
  folder = mkdtempSync(join(__dirname, '..', '.database-test-'));
  await bundle(join(__dirname, 'support/database-process.ts'), folder);
});
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await sample?.drop();
});

function start(sabotaged: boolean) {
  const applicationName = `lost-${randomUUID().slice(0, 8)}`;
  const file = join(folder, `${applicationName}.json`);
  const { url, platformUrl } = sample;
  const settings: DatabaseProcessSettings = {
    url,
    platformUrl,
    tenantId: randomUUID(),
    applicationName,
    sabotaged,
  };
  writeFileSync(file, JSON.stringify(settings));
  const child = spawn(process.execPath, [join(folder, 'main.js'), file], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  const messages: { name?: string; outcome?: string; holds?: string }[] = [];
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop()!;
    for (const line of lines) messages.push(JSON.parse(line) as (typeof messages)[number]);
  });
  return { child, messages, applicationName };
}
/** Terminates every connection of the process; returns their number. */
const cut = async (applicationName: string) =>
  (
    await sample.asSuperuser<{ cut: boolean }>(
      `SELECT pg_terminate_backend(pid) AS cut FROM pg_stat_activity WHERE application_name LIKE $1`,
      [`${applicationName}%`],
    )
  ).length;

it('a process survives the loss of its connections during transactions, and works again', async () => {
  const { child, messages, applicationName } = start(false);
  for (let round = 0; round < 5; round++) {
    const before = messages.length;
    await eventually(() =>
      expect(messages.slice(before).some(({ holds }) => holds === 'between')).toBe(true),
    );
    expect(await cut(applicationName)).toBeGreaterThan(0);
    await eventually(() =>
      expect(messages.slice(before).some(({ outcome }) => outcome === 'failed')).toBe(true),
    );
  }
  const after = messages.length;
  for (const name of ['between', 'inside', 'named', 'platform', 'busy'])
    await eventually(() =>
      expect(messages.slice(after).some((line) => line.name === name && line.outcome === 'done')).toBe(true),
    );
  expect(child.exitCode).toBeNull();
});

it('a process without the error listener ends: this test can fail', async () => {
  const { child, messages, applicationName } = start(true);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await eventually(() => expect(messages.some(({ holds }) => holds === 'between')).toBe(true));
  await cut(applicationName);
  expect(await ended).not.toBe(0);
});
