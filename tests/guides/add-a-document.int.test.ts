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
const SUITE = 'services/stock/test/resources.int.test.ts';

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

/** The texts of the guide, in place of those that were copied, in both languages. */
async function changeTexts(texts: string): Promise<void> {
  for (const language of ['fr', 'en']) {
    const path = join(copy, RESOURCES, `purchase-order.${language}.json`);
    const all = { ...(JSON.parse(await readFile(path, 'utf8')) as object), ...(JSON.parse(texts) as object) };
    await writeFile(path, JSON.stringify(all, null, 2));
  }
}

/** The end of the suite that the command wrote, in place of its last line. */
async function changeSuite(end: string): Promise<void> {
  const path = join(copy, SUITE);
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  expect(lines.at(-1)).toBe('for (const resource of resources) describeResource(resource, harness);');
  await writeFile(path, [...lines.slice(0, -1), end].join('\n'));
}

test('the guide leads to a document with lines that passes the common suite', async () => {
  const guide = await readFile(join(copy, 'docs/guides/add-a-document.md'), 'utf8');
  const blocks = [...guide.matchAll(/```(sh|ts|json)\n([^]*?)```/g)].map(([, kind, text]) => ({
    kind,
    text: text!,
  }));
  expect(blocks.map(({ kind }) => kind)).toEqual(['sh', 'ts', 'sh', 'json', 'sh', 'ts', 'sh']);
  const [declaration] = blocks.filter(({ kind }) => kind === 'ts');
  let output = '';
  for (const block of blocks) {
    const { kind, text } = block;
    if (block === declaration) await writeFile(join(copy, RESOURCES, 'purchase-order.resource.ts'), text);
    else if (kind === 'ts') await changeSuite(text);
    else if (kind === 'json') await changeTexts(text);
    else for (const step of text.trim().split('\n')) output = await execute(step);
  }
  expect(output).toMatch(/Tests: +\d+ passed/);
  expect(output).toContain('VAT is computed once for each rate, not by line');
  expect(output).not.toMatch(/failed/);

  const api = await readFile(join(copy, 'packages/contracts/openapi/stock.txt'), 'utf8');
  expect(api).toContain('POST /b/api/stock/purchase-orders/{id}/items');
});
