import { archive } from '../../test/support/workbooks';
import { LIMITS, TableRefusal } from '../spreadsheet/limits';
import { spreadsheetWriter } from '../spreadsheet/writer';
import { tableColumn } from '../table-column';
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
    ['an archive that is not a workbook', archive([{ name: 'a.txt', content: 'x' }]), 'import.unreadable'],
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
    tableColumn('Nom', { kind: 'text' }, 'fr'),
    tableColumn('Jour', { kind: 'date' }, 'fr'),
    tableColumn('Heure', { kind: 'time' }, 'fr'),
  ];
  const pieces: Uint8Array[] = [];
  const table = { name: 'Essai', columns, batches: batches(), language: 'fr' } as const;
  for await (const piece of spreadsheetWriter.write('xlsx', table)) pieces.push(piece);
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

it('reads quotes as spreadsheets do', async () => {
  const cells = async (line: string) => (await read(`a;b\n${line}`)).rows[0]?.cells;
  expect(await cells('"a ""b"";";5')).toEqual(['a "b";', '5']);
  expect(await cells('écran de 5";x"y"')).toEqual(['écran de 5"', 'x"y"']);
  expect(await cells('"Le Cid" de Corneille;"";')).toEqual(['Le Cid de Corneille']);
  expect(await cells(' "x;y"')).toEqual([' "x', 'y"']);
});

it('reads lines that end in any way, and counts a cell of several lines as one row', async () => {
  expect((await read('a;b\r1;"x\r\ny"\n\r\n2;z')).rows).toEqual([
    { row: 2, cells: ['1', 'x\r\ny'] },
    { row: 4, cells: ['2', 'z'] },
  ]);
});
