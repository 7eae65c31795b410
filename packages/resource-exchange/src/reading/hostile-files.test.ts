import { harmlessFiles, hostileFiles } from '../../test/support/hostile-files';
import { cell, row, workbook } from '../../test/support/workbooks';
import { LIMITS } from '../spreadsheet/limits';
import { readPieces } from './table-pieces';
import { TableReader } from './table-reader';

jest.setTimeout(180_000);

const reader = new TableReader();
/** The number of rows of a file, or its error code. */
const answer = (reading: Promise<{ rows: number }>) =>
  reading.then(
    ({ rows }) => rows,
    (error: { code?: string }) => error.code ?? error,
  );

describe('rejects a file', () => {
  it.each(hostileFiles)('%s', async (_what, make, code) => {
    expect(await answer(readPieces(make(), 'fr'))).toBe(code);
  });
});

describe('reads a file', () => {
  it.each(harmlessFiles)('%s', async (_what, make, rows) => {
    expect(await answer(readPieces(make(), 'fr'))).toBe(rows);
  });
});

it('rejects a file that takes too much memory or time, and the service continues', async () => {
  const refused = { code: 'import.too-complex', status: 422 };
  const unbounded = Object.fromEntries(
    Object.keys(LIMITS).map((key) => [key, 1e12]),
  ) as unknown as typeof LIMITS;
  const strings = Array.from({ length: 600_000 }, (_, index) => `<si><t>${index}</t></si>`).join('');
  const file = workbook({ rows: row(1, cell('A1', 'x')), strings });
  const small = new TableReader({ limits: unbounded, heapMb: 24 });
  await expect(small.read(file, 'fr')).rejects.toMatchObject(refused);
  const hasty = new TableReader({ timeoutMs: 1 });
  await expect(hasty.read(Buffer.from('a\nb'), 'fr')).rejects.toMatchObject(refused);
  expect(await answer(reader.read(Buffer.from('a\nb'), 'fr'))).toBe(1);
});

it('reads one file at a time, and rejects a file when the queue is full', async () => {
  const narrow = new TableReader({ waiting: 1 });
  const work = [1, 2, 3].map(() => narrow.read(Buffer.from('a\nb'), 'fr'));
  const ends = await Promise.allSettled(work);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  await expect(work[2]).rejects.toMatchObject({ code: 'request.too-many', status: 429 });
});
