import { randomBytes } from 'node:crypto';
import { archive, cell, letters, row, workbook, workbookParts } from './workbooks';

const MIB = 1024 * 1024;
const HEAD = row(1, cell('A1', 'Nom'));
const table = (count: number) =>
  HEAD + Array.from({ length: count }, (_, index) => row(index + 2, cell(`A${index + 2}`, 'x'))).join('');
const columns = (count: number) =>
  row(1, ...Array.from({ length: count }, (_, index) => cell(`${letters(index)}1`, `h${index}`))) +
  row(2, cell('A2', 'x'));

const manyStrings = () =>
  Array.from({ length: 3_000_000 }, (_, index) => `<si><t>${index}${'x'.repeat(40)}</t></si>`).join('');

/** Hostile files with their expected error codes. They are generated: none is stored in the repository. */
export const hostileFiles: readonly (readonly [name: string, make: () => Buffer, code: string])[] = [
  ['one cell at X1000000', () => workbook(row(1_000_000, cell('X1000000', 'x'))), 'import.empty'],
  [
    'one cell at X1000000 below a header',
    () => workbook(HEAD + row(1_000_000, cell('X1000000', 'x'))),
    'import.too-many-rows',
  ],
  [
    'one cell in the last row and column of a sheet',
    () => workbook(row(1_048_576, cell('XFD1048576', 'x'))),
    'import.too-many-columns',
  ],
  ['a cell beyond the last column', () => workbook(row(1, cell('ZZZ1', 'x'))), 'import.too-many-columns'],
  [
    'a row beyond the last row',
    () => workbook(HEAD + row(9_999_999, cell('A9999999', 'x'))),
    'import.too-many-rows',
  ],
  [
    'a cell far out in single quotes',
    () => workbook(`<row r='1000000'><c r='X1000000' t='str'><v>x</v></c></row>`),
    'import.empty',
  ],
  [
    'a cell far out in a sheet at another path',
    () =>
      workbook({
        rows: row(9, cell('XFD9', 'x')),
        target: '/elsewhere/data.bin',
        path: 'elsewhere/data.bin',
      }),
    'import.too-many-columns',
  ],
  [
    '1.5 million small rows',
    () =>
      workbook(
        HEAD + Array.from({ length: 1_500_000 }, (_, index) => `<row><c><v>${index}</v></c></row>`).join(''),
      ),
    'import.too-many-rows',
  ],
  ['50,001 rows', () => workbook(table(50_001)), 'import.too-many-rows'],
  ['301 columns', () => workbook(columns(301)), 'import.too-many-columns'],
  [
    'spaces that unpack to 50 MB',
    () => workbook({ rows: '<?xml version="1.0"?>'.padEnd(50 * MIB, ' ') }),
    'import.too-large-unpacked',
  ],
  [
    'spaces whose headers state a size of ten bytes',
    () =>
      archive(
        workbookParts({ rows: '<?xml version="1.0"?>'.padEnd(50 * MIB, ' ') }).map((part) =>
          part.name.includes('sheet1') ? { ...part, statedSize: 10 } : part,
        ),
      ),
    'import.unreadable',
  ],
  [
    'strings of 40 MB that no cell refers to',
    () => workbook({ rows: table(1), strings: `<si><t>${randomBytes(20 * MIB).toString('hex')}</t></si>` }),
    'import.too-large',
  ],
  [
    'three million strings',
    () => workbook({ rows: table(1), strings: manyStrings() }),
    'import.too-large-unpacked',
  ],
  [
    'a long string that many cells refer to',
    () =>
      workbook({
        rows:
          HEAD +
          Array.from(
            { length: 20_000 },
            (_, index) => `<row r="${index + 2}"><c r="A${index + 2}" t="s"><v>0</v></c></row>`,
          ).join(''),
        strings: `<si><t>${randomBytes(16_000).toString('hex')}</t></si>`,
      }),
    'import.too-large-unpacked',
  ],
  [
    'a text longer than a spreadsheet can hold',
    () => workbook(HEAD + row(2, cell('A2', randomBytes(600_000).toString('hex')))),
    'import.unreadable',
  ],
  [
    'too many parts',
    () =>
      archive([
        ...workbookParts({ rows: table(1) }),
        ...Array.from({ length: 65_000 }, (_, index) => ({ name: `a/${index}`, content: '' })),
      ]),
    'import.unreadable',
  ],
  [
    'overlapping parts',
    () => {
      const parts = workbookParts({ rows: table(1) });
      return archive([
        { name: 'first', content: 'x'.repeat(1_000) },
        { name: 'second', content: 'x'.repeat(1_000), overFirst: true },
        ...parts,
      ]);
    },
    'import.unreadable',
  ],
  [
    'two parts of the same name',
    () =>
      archive([...workbookParts({ rows: table(1) }), { name: 'XL/workbook.xml', content: '<workbook/>' }]),
    'import.unreadable',
  ],
  ['no sheet', () => workbook({ rows: HEAD, without: ['xl/worksheets/sheet1.xml'] }), 'import.unreadable'],
  [
    'no relations',
    () => workbook({ rows: HEAD, without: ['xl/_rels/workbook.xml.rels'] }),
    'import.unreadable',
  ],
  ['no workbook', () => workbook({ rows: HEAD, without: ['xl/workbook.xml'] }), 'import.unreadable'],
  ['half an archive', () => workbook(table(10)).subarray(0, 300), 'import.unreadable'],
  [
    'entities that expand exponentially',
    () =>
      workbook(
        `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><worksheet><sheetData>${row(1, cell('A1', '&b;'))}</sheetData></worksheet>`,
      ),
    'import.unreadable',
  ],
  [
    'an external entity',
    () =>
      workbook(
        `<?xml version="1.0"?><!DOCTYPE x SYSTEM "file:///etc/passwd"><worksheet><sheetData/></worksheet>`,
      ),
    'import.unreadable',
  ],
  ['XML that nests without end', () => workbook('<a>'.repeat(2 * MIB)), 'import.unreadable'],
  ['a cell without an end', () => workbook(`${HEAD}<row r="2"><c r="A2"><v>1`), 'import.unreadable'],
  [
    'a sheet that ends after complete rows',
    () => workbook(`<?xml version="1.0"?><worksheet><sheetData>${table(3)}`),
    'import.unreadable',
  ],
  ['cells out of order', () => workbook(row(1, cell('B1', 'b'), cell('A1', 'a'))), 'import.unreadable'],
  ['rows out of order', () => workbook(HEAD + row(1, cell('A1', 'a'))), 'import.unreadable'],
  ['an invalid cell reference', () => workbook(row(1, cell('__proto__', 'x'))), 'import.unreadable'],
  [
    'a string index that does not exist',
    () => workbook(`${HEAD}<row r="2"><c r="A2" t="s"><v>7</v></c></row>`),
    'import.unreadable',
  ],
  [
    'a string index that does not exist, in a row with other cells',
    () => workbook(`${HEAD}<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="s"><v>7</v></c></row>`),
    'import.unreadable',
  ],
  [
    'two values for one cell',
    () => workbook(`${HEAD}${row(2, cell('A2', 'a'), cell('A2', 'b'))}`),
    'import.unreadable',
  ],
  [
    'a date out of range',
    () =>
      workbook({
        rows: `${HEAD}<row r="2"><c r="A2" s="0"><v>1e300</v></c></row>`,
        styles: '<cellXfs><xf numFmtId="14"/></cellXfs>',
      }),
    'import.unreadable',
  ],
  ['an escaped NUL', () => workbook(row(1, cell('A1', 'No_x0000_m'))), 'import.unreadable'],
  ['20 MB of semicolons', () => Buffer.alloc(20 * MIB, ';'), 'import.too-many-columns'],
  [
    'a row of 20 MB of semicolons',
    () => Buffer.concat([Buffer.from('Nom\n'), Buffer.alloc(20 * MIB - 4, ';')]),
    'import.too-many-columns',
  ],
  ['a million cells in a row', () => Buffer.from(`Nom\n${'x;'.repeat(MIB)}`), 'import.too-many-columns'],
  ['20 MB of line ends', () => Buffer.alloc(20 * MIB, '\n'), 'import.empty'],
  [
    'a row behind 19 MB of line ends',
    () => Buffer.from(`Nom${'\n'.repeat(19 * MIB)}x`),
    'import.too-many-rows',
  ],
  ['a quote of 19 MB', () => Buffer.from(`Nom\n"${'x\n'.repeat(9.5 * MIB)}`), 'import.unclosed-quote'],
  ['a quote of 25 MB', () => Buffer.from(`Nom\n"${'x'.repeat(25 * MIB)}`), 'import.too-large'],
  ['NUL in a text', () => Buffer.from('Nom\na\u0000b\n'), 'import.not-csv'],
  ['half a UTF-16 code unit', () => Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x0a]), 'import.empty'],
];

/** Files at the limits, and unusual ones that are valid. */
export const harmlessFiles: readonly (readonly [name: string, make: () => Buffer, rows: number])[] = [
  ['50,000 rows', () => workbook(table(50_000)), 50_000],
  ['300 columns', () => workbook(columns(300)), 1],
  [
    'cells in single quotes',
    () =>
      workbook(`<row r='1'><c r='A1' t='inlineStr'><is><t>Nom</t></is></c></row>${row(2, cell('A2', 'x'))}`),
    1,
  ],
  [
    'a sheet at another path',
    () => workbook({ rows: table(2), target: '../data/first.xml', path: 'data/first.xml' }),
    2,
  ],
  ['a thousand blank columns', () => Buffer.from(`Nom${';'.repeat(1_000)}\nx${';'.repeat(1_000)}\n`), 1],
  ['a lone surrogate', () => workbook(HEAD + row(2, cell('A2', 'a_xD800_b'))), 1],
];
