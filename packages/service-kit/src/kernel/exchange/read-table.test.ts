import { zipSync } from 'fflate';
import { Problem } from '../../problem/problem';
import { MAX_COLUMNS, MAX_ROWS, readTable } from './read-table';
import { assertBounded } from './workbook-bounds';
import { xlsxBytes } from './xlsx-writer';

const read = (text: string) => readTable(Buffer.from(text), 'fr');
const refusal = async (bytes: Buffer | string): Promise<unknown> => {
  const error: unknown = await readTable(Buffer.from(bytes as string), 'fr').catch((one: unknown) => one);
  return error instanceof Problem ? { code: error.code, params: error.params, status: error.status } : error;
};

it('reads the rows below the header, each with the number that a spreadsheet gives it', async () => {
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

it('knows the habits of a file by its delimiter', async () => {
  expect(await read('a,b\n1.5,2')).toMatchObject({ delimiter: ',', decimal: '.' });
  expect(await read('a\tb\n1,5\t2')).toMatchObject({ delimiter: '\t', decimal: ',' });
  expect(await readTable(Buffer.from('a\tb\n1.5\t2'), 'en')).toMatchObject({ delimiter: '\t', decimal: '.' });
});

it('takes a column without a header, and cells beyond the last header', async () => {
  expect(await read('Nom;;Prix\nA;b;1;d')).toMatchObject({
    headers: ['Nom', '', 'Prix'],
    rows: [{ cells: ['A', 'b', '1', 'd'] }],
  });
});

it('takes away the apostrophe that kept a text from being a formula', async () => {
  expect((await read("a;b\n'=1;d'accord")).rows[0]?.cells).toEqual(['=1', "d'accord"]);
});

describe('refuses', () => {
  it.each<[string, Buffer | string, string, object?]>([
    ['nothing', '', 'import.empty'],
    ['blanks', '\n ;;\n', 'import.empty'],
    ['a header alone', 'Nom;Prix\n;\n', 'import.empty'],
    ['data without a header', '12,5;a@b.fr;2026-01-01\n1;2;3', 'import.no-header'],
    [
      'two columns of one name',
      'Prénom;Nom;prenom\n1;2;3',
      'import.duplicate-headers',
      { headers: 'prenom' },
    ],
    ['a quote that stays open', 'Nom;Note\nA;b\nB;"c\nd;e', 'import.unclosed-quote', { row: 3 }],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'import.not-csv'],
    [
      'an archive that is no workbook',
      Buffer.from(zipSync({ 'a.txt': Buffer.from('x') })),
      'import.unreadable',
    ],
    ['half a workbook', Buffer.from('PK\u0003\u0004half', 'latin1'), 'import.unreadable'],
  ])('%s', async (_what, bytes, code, params = {}) => {
    expect(await refusal(bytes)).toMatchObject({ code, params, status: 422 });
  });

  it('more rows, columns and bytes than it says', async () => {
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

  it('a small archive that unpacks without end', async () => {
    const bomb = zipSync({ 'a.xml': new Uint8Array(1_000_000), 'b.xml': new Uint8Array(1_000_000) });
    expect(bomb.length).toBeLessThan(10_000);
    await expect(assertBounded(bomb, { unpacked: 2_000_000, area: 1 })).resolves.toBeUndefined();
    await expect(assertBounded(bomb, { unpacked: 1_999_999, area: 1 })).rejects.toThrow('too large');
  });

  it('a workbook with a cell at the end of the world', async () => {
    const sheet = (...places: string[]) =>
      zipSync({
        'xl/worksheets/sheet1.xml': Buffer.from(
          places.map((place) => `<c r="${place}"><v>1</v></c>`).join(''),
        ),
      });
    const bounds = { unpacked: 1_000_000, area: 1_000 };
    await expect(assertBounded(sheet('A1', 'J100'), bounds)).resolves.toBeUndefined();
    await expect(assertBounded(sheet('A1', 'J101'), bounds)).rejects.toThrow('too large');
    await expect(assertBounded(sheet('A1', 'ALM1', 'A2'), bounds)).rejects.toThrow('too large');
    expect(await refusal(Buffer.from(sheet('A1', 'XFD1048576')))).toMatchObject({
      code: 'import.unreadable',
    });
    // A place that is cut in two by the end of a piece.
    const long = sheet(...Array.from({ length: 20_000 }, (_, index) => `A${index + 1}`));
    await expect(assertBounded(long, { unpacked: 9_000_000, area: 20_000 })).resolves.toBeUndefined();
    await expect(assertBounded(long, { unpacked: 9_000_000, area: 19_999 })).rejects.toThrow('too large');
  });
});

it('reads a workbook, its blank rows counted and its days and times as they are shown', async () => {
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
