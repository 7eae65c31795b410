// Runs a scenario of k6 with an input, and returns what its `handleSummary` wrote.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prepareK6 } from '../../../dev/infra/k6.mjs';

/** Nothing is reported to, or fetched from, other machines. */
const ALONE = { K6_NO_USAGE_REPORT: 'true', K6_AUTO_EXTENSION_RESOLUTION: 'false' };
const OUTPUT_LIMIT = 64 << 20;

/** @param {string} name of the script in `k6/` @param {unknown} input */
export async function runK6(name, input) {
  const program = await prepareK6();
  const folder = await mkdtemp(join(tmpdir(), 'coulisse-k6-'));
  const files = { INPUT: join(folder, 'input.json'), OUTPUT: join(folder, 'output.json') };
  const script = join(import.meta.dirname, `../k6/${name}.k6.js`);
  try {
    await writeFile(files.INPUT, JSON.stringify(input));
    const variables = Object.entries(files).flatMap(([variable, file]) => ['-e', `${variable}=${file}`]);
    await promisify(execFile)(program, ['run', '--quiet', '--no-color', ...variables, script], {
      env: { PATH: process.env.PATH, HOME: folder, ...ALONE },
      maxBuffer: OUTPUT_LIMIT,
    });
    return JSON.parse(await readFile(files.OUTPUT, 'utf8'));
  } catch (error) {
    throw new Error(`k6 ${name}: ${String(error.stderr || error.message).slice(-2_000)}`, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
