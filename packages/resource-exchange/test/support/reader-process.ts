/**
 * Reads the files of a folder one after the other, as a service would, and reports its memory before and after.
 * `bounded`: in child processes, with limits. `unbounded`: in this process, without limits.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LIMITS } from '../../src/spreadsheet/limits';
import { readPieces } from '../../src/reading/table-pieces';
import { TableReader } from '../../src/reading/table-reader';

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
  // Memory that a process allocates once is not a leak.
  await read(Buffer.from('Nom\nx\n'));
  if (mode === 'bounded') await each();
  const before = await settled();
  await each();
  process.stdout.write(JSON.stringify({ before, after: await settled(), answers } satisfies MemoryReport));
}
void main();
