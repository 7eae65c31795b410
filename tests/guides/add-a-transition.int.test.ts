import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
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

const RESOURCES = 'services/stock/src/resources';

async function execute(step: string): Promise<string> {
  // The copy shares its dependencies: nothing is to be installed there.
  const env = { ...process.env, npm_config_dry_run: 'true', NODE_OPTIONS: '' };
  const { stdout, stderr } = await run('bash', ['-c', step], { cwd: copy, env, maxBuffer: 1e8 }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${step}\n${error.stdout}\n${error.stderr}`);
    },
  );
  return stdout + stderr;
}

/** The texts of the guide, added to those of the resource in both languages. */
async function addTexts(texts: string): Promise<void> {
  for (const language of ['fr', 'en']) {
    const path = join(copy, RESOURCES, `delivery.${language}.json`);
    const all = { ...(JSON.parse(await readFile(path, 'utf8')) as object), ...(JSON.parse(texts) as object) };
    await writeFile(path, JSON.stringify(all, null, 2));
  }
}

test('the guide leads to transitions with input, facts and effects that pass the common suite', async () => {
  const guide = await readFile(join(copy, 'docs/guides/add-a-transition.md'), 'utf8');
  const blocks = [...guide.matchAll(/```(sh|ts|json)\n([^]*?)```/g)].map(([, kind, text]) => ({
    kind,
    text: text!,
  }));
  expect(blocks.map(({ kind }) => kind)).toEqual(['sh', 'ts', 'json', 'sh', 'sh']);
  let output = '';
  for (const { kind, text } of blocks) {
    if (kind === 'ts') await writeFile(join(copy, RESOURCES, 'delivery.resource.ts'), text);
    else if (kind === 'json') await addTexts(text);
    else for (const step of text.trim().split('\n')) output = await execute(step);
  }
  expect(output).toMatch(/Tests: +\d+ passed/);
  expect(output).toContain('state SENT, transition refuse: follows the lifecycle, for every actor');
  expect(output).not.toMatch(/failed/);

  const page = await readFile(join(copy, 'docs/states/stock.delivery.md'), 'utf8');
  expect(page).toContain('`noteRefusal`');
  const api = await readFile(join(copy, 'packages/contracts/openapi/stock.txt'), 'utf8');
  expect(api).toContain('schema stock.delivery.refuse\n  : object\n  .comment: string\n');
});
