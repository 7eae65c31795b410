/**
 * Reads the files of a folder one after the other, as a service would, and says what its memory was before and after.
 * `bounded`: in processes of their own, within the limits. `unbounded`: in its own, without limits.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LIMITS } from '../../src/kernel/exchange/reading/limits';
import { readPieces } from '../../src/kernel/exchange/reading/table-pieces';
import { TableReader } from '../../src/kernel/exchange/reading/table-reader';

export interface MemoryReport {
  before: number;
  after: number;
  answers: Record<string, string>;
}

const [, , mode, folder = ''] = process.argv;
const without = Object.fromEntries(
  Object.keys(LIMITS).map((key) => [key, Infinity]),
) as unknown as typeof LIMITS;
const reader = new TableReader();
const read = (bytes: Buffer) =>
  mode === 'bounded' ? reader.read(bytes, 'fr') : readPieces(bytes, 'fr', without);

async function settled(): Promise<number> {
  for (let round = 0; round < 5; round++) {
    globalThis.gc?.();
    await pause(100);
  }
  return process.memoryUsage().rss;
}

async function main(): Promise<void> {
  const names = readdirSync(folder).sort();
  const answers: Record<string, string> = {};
  const each = async () => {
    for (const name of names)
      answers[name] = await read(readFileSync(join(folder, name))).then(
        ({ rows }) => String(rows),
        (error: { code?: string }) => error.code ?? String(error),
      );
  };
  // What a process loads and reserves once is no leak.
  await read(Buffer.from('Nom\nx\n'));
  if (mode === 'bounded') await each();
  const before = await settled();
  await each();
  process.stdout.write(JSON.stringify({ before, after: await settled(), answers } satisfies MemoryReport));
}
void main();
