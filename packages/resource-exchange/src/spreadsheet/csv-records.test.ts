import fc from 'fast-check';
import { parseCsv } from 'hucre/csv';
import { csvRecords } from './csv-records';
import { csvLines } from './csv-writer';
import { LIMITS, TableRefusal } from './limits';
import { DELIMITERS } from './spreadsheet.port';

const options = { limits: LIMITS, language: 'fr' } as const;
const texts = fc
  .array(fc.constantFrom('"', '"', ';', ',', '\n', '\r', ' ', 'a', 'é'), { maxLength: 30 })
  .map((list) => list.join(''));

/** The records, or the row of the quote that is never closed. */
function cut(text: string) {
  try {
    return [...csvRecords(text, ';', options)];
  } catch (error) {
    if (error instanceof TableRefusal && error.code === 'import.unclosed-quote') return error.params;
    throw error;
  }
}
const isEmpty = (cells: readonly unknown[] | undefined) => cells?.length === 1 && cells[0] === '';

it('finds the records that the library finds in the whole text', () => {
  let compared = 0;
  fc.assert(
    fc.property(texts, (text) => {
      const records = cut(text);
      if (!Array.isArray(records)) return;
      compared++;
      const allRows = parseCsv(text, { delimiter: ';', skipBom: false });
      const rows = new Map<number, unknown[]>();
      for (const record of records) {
        const parsed = parseCsv(record.text, { delimiter: ';', skipBom: false });
        expect(parsed).toHaveLength(1);
        rows.set(record.row, parsed[0] ?? []);
      }
      // Empty lines are no records.
      for (const [index, cells] of allRows.entries()) {
        if (rows.has(index + 1)) expect(rows.get(index + 1)).toEqual(cells);
        else expect(isEmpty(cells)).toBe(true);
      }
      expect(Math.max(0, ...rows.keys())).toBeLessThanOrEqual(allRows.length);
    }),
    { numRuns: 2_000 },
  );
  expect(compared).toBeGreaterThan(500);
});

it('splits a record without quotes as it parses it', () => {
  fc.assert(
    fc.property(texts, (text) => {
      for (const record of csvRecords(text.replaceAll('"', ''), ';', options))
        expect(parseCsv(record.text, { delimiter: ';', fastMode: true, skipBom: false })).toEqual(
          parseCsv(record.text, { delimiter: ';', skipBom: false }),
        );
    }),
  );
});

it('refuses a quote that is never closed, and no other one', () => {
  expect(cut('a\n\n"b\nc')).toEqual({ row: 3 });
  expect(cut('a\n;"')).toEqual({ row: 2 });
  expect(cut('a"\nb;c"')).toHaveLength(2);
  expect(cut('"a"""\n""""')).toHaveLength(2);
});

it('refuses a record that is longer than the limit', () => {
  const limits = { ...LIMITS, text: 10 };
  const all = (text: string) => [...csvRecords(text, ';', { limits, language: 'fr' })];
  expect(all('1234567890\n"12345678"')).toHaveLength(2);
  for (const text of ['12345678901', '"123456789"', '1;2;3;4;5;6'])
    try {
      all(`a\n${text}\n`);
      throw new Error(`${text} was read`);
    } catch (error) {
      expect(error).toMatchObject({ code: 'import.unclosed-quote', params: { row: 2 } });
    }
});

it.each(DELIMITERS)('reads what was written with the delimiter %j', async (delimiter) => {
  const cell = fc.string({ unit: fc.constantFrom('"', ';', ',', '\t', '|', '\n', '\r', ' ', 'a') });
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }));
  await fc.assert(
    fc.asyncProperty(rows, async (written) => {
      const text = (await csvLines(written, { delimiter, first: false })).toString();
      const read = [...csvRecords(text, delimiter, options)].flatMap((record) =>
        parseCsv(record.text, { delimiter, skipBom: false }),
      );
      expect(read).toEqual(written);
    }),
  );
});

it('quotes cells that some programs would trim', async () => {
  const rows = [
    [' a', 'b'],
    ['c', 'd'],
  ];
  const written = await csvLines(rows, { delimiter: ';', first: true });
  expect(written.toString()).toBe('\ufeff" a";"b"\r\nc;d\r\n');
});
