import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyRepository } from './copy-repository';

jest.setTimeout(300_000);

const run = promisify(execFile);
let copy: string;

beforeAll(async () => {
  copy = await copyRepository();
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** The commands of the guide, in its order. */
async function commands(): Promise<string[]> {
  const guide = await readFile(join(copy, 'docs/guides/add-a-resource.md'), 'utf8');
  return [...guide.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block]) => block!.trim().split('\n'));
}

test('the guide leads from nothing to resources that pass the common suite', async () => {
  const steps = await commands();
  expect(steps.map((step) => step.split(' ').slice(0, 3).join(' '))).toEqual([
    'npm run new:service',
    'npm run new:resource',
    'npm run new:resource',
    'npm run migration',
    'npm run openapi',
    'npx jest --selectProjects',
  ]);
  let output = '';
  for (const step of steps) {
    // The copy shares its dependencies: nothing is to be installed there.
    const env = { ...process.env, npm_config_dry_run: 'true', NODE_OPTIONS: '' };
    const { stdout, stderr } = await run('bash', ['-c', step], { cwd: copy, env, maxBuffer: 1e8 }).catch(
      (error: { stdout: string; stderr: string }) => {
        throw new Error(`${step}\n${error.stdout}\n${error.stderr}`);
      },
    );
    output = stdout + stderr;
  }
  expect(output).toMatch(/Tests: +\d+ passed/);
  expect(output).not.toMatch(/failed/);

  const api = await readFile(join(copy, 'packages/contracts/openapi/stock.txt'), 'utf8');
  expect(api).toMatch(/^POST \/b\/api\/stock\/inventories bearer$/m);

  const lines = async (path: string) => (await readFile(join(copy, path), 'utf8')).trim().split('\n').length;
  expect(await lines('services/stock/src/resources/area.resource.ts')).toBeLessThanOrEqual(13);
  expect(await lines('services/stock/src/resources/inventory.resource.ts')).toBeLessThanOrEqual(23);
});
