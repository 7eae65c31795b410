import { gzipSync } from 'node:zlib';
import { zip, type Entry } from './zip';

export interface Sheet {
  name: string;
  make: () => Buffer;
  type: string;
  coding?: string;
  /** Whether it is too large and must be refused; one that is only odd may be read. */
  mustBeRefused: boolean;
}

const CSV = 'text/csv';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Workbook {
  sheet: Buffer | string;
  path?: string;
  shared?: Buffer | string;
  extraEntries?: Entry[];
  claimedSize?: number;
}

/** A workbook with one sheet, of any content. */
function workbook({
  sheet,
  path = 'worksheets/sheet1.xml',
  shared,
  extraEntries = [],
  claimedSize,
}: Workbook): Buffer {
  const types = `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`;
  const strings = shared
    ? `<Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/>`
    : '';
  return zip([
    { name: '[Content_Types].xml', content: types },
    {
      name: '_rels/.rels',
      content: `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="${path}"/>${strings}</Relationships>`,
    },
    { name: `xl/${path}`, content: sheet, ...(claimedSize === undefined ? {} : { claimedSize }) },
    ...(shared ? [{ name: 'xl/sharedStrings.xml', content: shared }] : []),
    ...extraEntries,
  ]);
}

const sheetXml = (rows: string, before = '', doctype = ''): string =>
  `${XML}${doctype}<worksheet xmlns="${MAIN}">${before}<sheetData>${rows}</sheetData></worksheet>`;
const cell = (at: string, text: string): string => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
const HEADER = `<row r="1">${cell('A1', 'Nom')}${cell('B1', 'E-mail')}</row>`;

/** The same bytes many times between two ends, without as many objects. */
function repeated(before: string, unit: string, times: number, after: string): Buffer {
  const part = Buffer.from(unit);
  return Buffer.concat([Buffer.from(before), Buffer.alloc(part.length * times, part), Buffer.from(after)]);
}

const MB = 1024 * 1024;

/** Files whose rows, columns, texts or bytes are more than the import reads. */
export function bombs(isWhole: boolean): Sheet[] {
  const [start = '', end = ''] = sheetXml('@').split('@');
  const xlsx = (name: string, book: Workbook, mustBeRefused = true): Sheet => ({
    name,
    make: () => workbook(book),
    type: XLSX,
    mustBeRefused,
  });
  const csv = (name: string, bytes: Buffer, coding?: string, mustBeRefused = true): Sheet => ({
    name,
    make: () => bytes,
    type: CSV,
    mustBeRefused,
    ...(coding ? { coding } : {}),
  });
  const far = `${HEADER}<row r="1000000">${cell('X1000000', 'a')}</row>`;
  const wide = `<row r="1">${cell('XFD1', 'a')}</row><row r="2">${cell('XFD2', 'a')}</row>`;
  const entities = Array.from(
    { length: 9 },
    (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
  ).join('');
  const rows = isWhole ? 1_500_000 : 400_000;
  const text = isWhole ? 100 * MB : 60 * MB;
  const row = '<row><c t="n"><v>1</v></c></row>';
  const many = repeated(start, row, rows, end);
  const long = repeated(`${start}<row><c t="inlineStr"><is><t>`, 'a', text, `</t></is></c></row>${end}`);
  const semicolons = repeated('Nom;E-mail\n', ';', 20 * MB, '\n');
  return [
    xlsx('one cell at X1000000', { sheet: sheetXml(far) }),
    xlsx('one cell at X1000000 in single quotes', { sheet: sheetXml(far).replaceAll('"', "'") }),
    xlsx('one cell at X1000000 of a sheet elsewhere', {
      sheet: sheetXml(far),
      path: 'elsewhere/tables/t.xml',
    }),
    xlsx('one cell at XFD', { sheet: sheetXml(wide) }),
    xlsx(`${rows} small rows`, { sheet: many }),
    xlsx(`${rows} small rows that claim to be few`, { sheet: many, claimedSize: 2_000 }),
    xlsx(`one text of ${text / MB} MB`, { sheet: long }),
    xlsx(`shared texts of ${text / MB} MB`, {
      sheet: sheetXml(`${HEADER}<row r="2"><c r="A2" t="s"><v>0</v></c></row>`),
      shared: repeated(`${XML}<sst xmlns="${MAIN}"><si><t>`, 'a', text, '</t></si></sst>'),
    }),
    xlsx(
      'entities of entities',
      {
        sheet: sheetXml(
          `${HEADER}<row r="2">${cell('A2', '&e9;')}</row>`,
          '',
          `<!DOCTYPE worksheet [<!ENTITY e0 "aaaaaaaaaa">${entities}]>`,
        ),
      },
      false,
    ),
    xlsx(
      'an entity of a file',
      {
        sheet: sheetXml(
          `${HEADER}<row r="2">${cell('A2', '&f;')}</row>`,
          '',
          '<!DOCTYPE worksheet [<!ENTITY f SYSTEM "file:///etc/passwd">]>',
        ),
      },
      false,
    ),
    xlsx(
      'every cell merged',
      {
        sheet: sheetXml(HEADER, '<dimension ref="A1:XFD1048576"/>').replace(
          '</sheetData>',
          '</sheetData><mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>',
        ),
      },
      false,
    ),
    xlsx(
      'elements in elements',
      {
        sheet: sheetXml(`${HEADER}<row r="2"><c>${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}</c></row>`),
      },
      false,
    ),
    xlsx(
      '20,000 entries',
      {
        sheet: sheetXml(HEADER),
        extraEntries: Array.from({ length: 20_000 }, (_, index) => ({
          name: `xl/media/${index}`,
          content: '',
        })),
      },
      false,
    ),
    xlsx(
      'an entry above the archive',
      {
        sheet: sheetXml(HEADER),
        extraEntries: [{ name: '../../../../tmp/coulisse-attack', content: 'x' }],
      },
      false,
    ),
    csv('a row of 20 MB of semicolons', gzipSync(semicolons), 'gzip'),
    csv('a row of 20 MB of semicolons, gzipped under no coding', gzipSync(semicolons)),
    csv('a row of 5,000 columns', Buffer.from(`${'a;'.repeat(5_000)}\n1;2\n`)),
    csv('60,000 rows', repeated('Nom;E-mail\n', 'a;b\n', 60_000, '')),
    csv('an open quote over 4 MB', repeated('Nom;E-mail\n"', 'a;b\n', MB, '')),
    csv('only quotes', repeated('Nom;E-mail\n', '"', 2 * MB, ''), undefined, false),
    csv('only line ends', repeated('Nom;E-mail\n', '\n', 2 * MB, ''), undefined, false),
    csv('NUL bytes', repeated('Nom;E-mail\n', '\0', MB, ''), undefined, false),
  ];
}
