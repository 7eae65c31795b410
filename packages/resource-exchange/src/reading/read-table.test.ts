import { zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { cell, row, workbook } from '../../test/support/workbooks';
import { xlsxBytes } from '../xlsx-writer';
import { LIMITS, TableRefusal } from './limits';
import { readTable } from './read-table';

const { rows: MAX_ROWS, columns: MAX_COLUMNS } = LIMITS;

const read = (text: string) => readTable(Buffer.from(text), 'fr');
const refusal = async (bytes: Buffer | string): Promise<unknown> => {
  const error: unknown = await readTable(Buffer.from(bytes as string), 'fr').catch(
    (thrown: unknown) => thrown,
  );
  return error instanceof TableRefusal
    ? { code: error.code, params: error.params, status: error.status }
    : error;
};

it('reads the rows below the header, each with its row number in a spreadsheet', async () => {
  expect(await read('\ufeff\r\nNom;Prix;\r\n\r\nA;1,5\r\n;;\r\n"B ""x""\nsuite";2;;;\r\n')).toEqual({
    headers: ['Nom', 'Prix'],
    rows: [
      { row: 4, cells: ['A', '1,5'] },
      { row: 6, cells: ['B "x"\nsuite', '2'] },
    ],
    decimal: ',',
    delimiter: ';',
  });
});

it('derives the decimal separator from the delimiter', async () => {
  expect(await read('a,b\n1.5,2')).toMatchObject({ delimiter: ',', decimal: '.' });
  expect(await read('a\tb\n1,5\t2')).toMatchObject({ delimiter: '\t', decimal: ',' });
  expect(await readTable(Buffer.from('a\tb\n1.5\t2'), 'en')).toMatchObject({ delimiter: '\t', decimal: '.' });
});

it('accepts a column without a header, and cells beyond the last header', async () => {
  expect(await read('Nom;;Prix\nA;b;1;d')).toMatchObject({
    headers: ['Nom', '', 'Prix'],
    rows: [{ cells: ['A', 'b', '1', 'd'] }],
  });
});

it('removes the apostrophe that neutralises a formula', async () => {
  expect((await read("a;b\n'=1;d'accord")).rows[0]?.cells).toEqual(['=1', "d'accord"]);
});

describe('refuses', () => {
  it.each<[string, Buffer | string, string, object?]>([
    ['an empty file', '', 'import.empty'],
    ['a file of blank rows', '\n ;;\n', 'import.empty'],
    ['a header alone', 'Nom;Prix\n;\n', 'import.empty'],
    ['data without a header', '12,5;a@b.fr;2026-01-01\n1;2;3', 'import.no-header'],
    [
      'two columns of the same name',
      'Prénom;Nom;prenom\n1;2;3',
      'import.duplicate-headers',
      { headers: 'prenom' },
    ],
    ['a quote that is not closed', 'Nom;Note\nA;b\nB;"c\nd;e', 'import.unclosed-quote', { row: 3 }],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'import.not-csv'],
    [
      'an archive that is not a workbook',
      Buffer.from(zipSync({ 'a.txt': Buffer.from('x') })),
      'import.unreadable',
    ],
    ['half a workbook', Buffer.from('PK\u0003\u0004half', 'latin1'), 'import.unreadable'],
  ])('%s', async (_what, bytes, code, params = {}) => {
    expect(await refusal(bytes)).toMatchObject({ code, params });
  });

  it('more rows, columns and bytes than the limits', async () => {
    const rows = `a\n${'x\n'.repeat(MAX_ROWS + 1)}`;
    expect(await refusal(rows)).toMatchObject({
      code: 'import.too-many-rows',
      params: { max: '50\u202f000' },
    });
    expect(await refusal(`${'x\n'.repeat(MAX_ROWS)}`.replace('x', 'a'))).not.toMatchObject({
      code: 'import.too-many-rows',
    });
    const headers = Array.from({ length: MAX_COLUMNS + 1 }, (_, index) => `h${index}`).join(';');
    expect(await refusal(`${headers}\n1`)).toMatchObject({ code: 'import.too-many-columns' });
    expect(await refusal(Buffer.alloc(20 * 1024 * 1024 + 1, 'a'))).toMatchObject({
      code: 'import.too-large',
      params: { max: 20 },
      status: 413,
    });
  });
});

it('reads a workbook, counting blank rows, with dates and times as shown', async () => {
  async function* batches() {
    yield [
      [
        { kind: 'text', text: '=1+1' } as const,
        { kind: 'date', day: '2026-12-31' } as const,
        { kind: 'time', time: '09:05' } as const,
      ],
      [null, null, null],
      [{ kind: 'text', text: 'b' } as const, null, null],
    ];
  }
  const columns = [
    { header: 'Nom', spec: { kind: 'text' } as const },
    { header: 'Jour', spec: { kind: 'date' } as const },
    { header: 'Heure', spec: { kind: 'time' } as const },
  ];
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsxBytes('Essai', columns, batches(), 'fr')) pieces.push(piece);
  expect(await readTable(Buffer.concat(pieces), 'fr')).toEqual({
    headers: ['Nom', 'Jour', 'Heure'],
    rows: [
      {
        row: 2,
        cells: ['=1+1', { moment: '2026-12-31T00:00:00.000' }, { moment: '1899-12-30T09:05:00.000' }],
      },
      { row: 4, cells: ['b'] },
    ],
    decimal: ',',
    delimiter: ';',
  });
});

it('reads the same as another workbook library', async () => {
  const [font, date, own, elapsed] = [0, 1, 2, 3];
  const file = (properties = '') =>
    workbook({
      properties,
      strings: `<si><t xml:space="preserve"> Nom </t></si><si><r><t>Ri</t></r><r><rPr/><t>che &amp; é</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si><si/>`,
      styles: `<numFmts><numFmt numFmtId="164" formatCode="[$-40C]d\\ mmmm\\ yyyy;@"/><numFmt numFmtId="165" formatCode="[h]:mm:ss"/><numFmt numFmtId="166" formatCode="0.00&quot; d&quot;"/></numFmts>
        <cellStyleXfs><xf numFmtId="0"/></cellStyleXfs>
        <cellXfs><xf numFmtId="166" xfId="0"/><xf numFmtId="14" xfId="0"/><xf numFmtId="164" xfId="0"/><xf numFmtId="165" xfId="0"/></cellXfs>`,
      rows: [
        row(1, '<c r="A1" t="s"><v>0</v></c>', cell('B1', 'En_x000D_\ntête'), '<c r="D1" t="s"><v>1</v></c>'),
        row(
          3,
          '<c r="A3" t="b"><v>1</v></c>',
          '<c r="B3"><f>A1+1</f><v>12.100000000000001</v></c>',
          '<c r="C3" t="e"><v>#N/A</v></c>',
          '<c r="D3" t="str"><f>"a"</f><v>résultat</v></c>',
          '<c r="E3" t="str"><f>B9</f></c>',
        ),
        row(
          4,
          `<c r="A4" s="${date}"><v>46387</v></c>`,
          `<c r="B4" s="${own}"><v>46387.854166666664</v></c>`,
          `<c r="C4" s="${elapsed}"><v>0.37847222222222221</v></c>`,
          `<c r="D4" s="${font}"><v>-1.5E-3</v></c>`,
          '<c r="E4" t="s"><v>2</v></c>',
        ),
        row(6),
        row(7, cell('B7', '&lt;b&gt;')),
      ].join(''),
    });
  for (const bytes of [file(), file('date1904="1"')]) {
    const { headers, rows } = await readTable(bytes, 'fr');
    const expectedRows = await readSheet(bytes, { trim: false });
    // The library loses a millisecond that a binary fraction of a day cannot represent.
    const mended = (ms: number) => ((ms + 1) % 1000 === 0 ? ms + 1 : ms);
    const plain = (value: unknown) =>
      value instanceof Date
        ? { moment: new Date(mended(value.getTime())).toISOString().slice(0, -1) }
        : value;
    expect(headers).toEqual(expectedRows[0]?.slice(0, 4).map((header) => String(header ?? '').trim()));
    for (const { row: number, cells } of rows) {
      const expected = expectedRows[number - 1]?.map(plain) ?? [];
      expect(expected.slice(0, cells.length)).toEqual(cells);
      expect(expected.slice(cells.length).every((value) => value === null)).toBe(true);
    }
    expect(rows.map(({ row: number }) => number)).toEqual([3, 4, 7]);
  }
});
