import { streamXlsxRows } from 'hucre/xlsx';
import { hostileFiles } from '../../test/support/hostile-files';
import { cell, row, workbook } from '../../test/support/workbooks';
import type { RawCell } from '../cell';
import { LIMITS } from './limits';
import type { TableRow } from './spreadsheet.port';
import { readXlsx } from './xlsx-reader';

async function rowsOf(bytes: Buffer): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const read of readXlsx(bytes, { limits: LIMITS, language: 'fr' })) rows.push(read);
  return rows;
}

const DAY_MS = 86_400_000;
/** Days before it do not exist in the 1900 date system: the library counts them from another day zero. */
const FIRST_DAY = Date.UTC(1900, 2, 1);

/** The rows as the library reads them. It reads errors and formulas without a result as texts. */
async function rowsOfLibrary(bytes: Buffer): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const { index, values } of streamXlsxRows(bytes)) {
    const cells = values.map((value): RawCell => {
      if (value === '' || value === '#N/A') return null;
      if (!(value instanceof Date)) return value;
      const ms = value.getTime();
      return { moment: new Date(ms < FIRST_DAY ? ms - DAY_MS : ms).toISOString().slice(0, -1) };
    });
    const tidy = cells.slice(0, cells.findLastIndex((value) => value !== null) + 1);
    if (tidy.length) rows.push({ row: index + 1, cells: tidy });
  }
  return rows;
}

it('reads every type of cell, as the library does that writes workbooks', async () => {
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
  const moment = (text: string) => ({ moment: `${text}.000` });
  const expected = (date: string, own: string, elapsed: string) => [
    { row: 1, cells: [' Nom ', 'En\r\ntête', null, 'Riche & é'] },
    { row: 3, cells: [true, 12.100000000000001, null, 'résultat'] },
    { row: 4, cells: [moment(date), moment(own), moment(elapsed), -0.0015] },
    { row: 7, cells: [null, '<b>'] },
  ];
  const [since1900, since1904] = [file(), file('date1904="1"')];
  expect(await rowsOf(since1900)).toEqual(
    expected('2026-12-31T00:00:00', '2026-12-31T20:30:00', '1899-12-30T09:05:00'),
  );
  expect(await rowsOf(since1904)).toEqual(
    expected('2031-01-01T00:00:00', '2031-01-01T20:30:00', '1904-01-01T09:05:00'),
  );
  for (const bytes of [since1900, since1904]) expect(await rowsOf(bytes)).toEqual(await rowsOfLibrary(bytes));
});

// The reason why this package has a reader of its own (ADR 0032). When the library refuses these files, it may replace it.
it.each([
  'a sheet that ends after complete rows',
  'a string index that does not exist, in a row with other cells',
])('refuses %s, which the library reads without an error', async (name) => {
  const [, make = () => Buffer.alloc(0)] = hostileFiles.find(([hostile]) => hostile === name) ?? [];
  expect((await rowsOfLibrary(make())).length).toBeGreaterThan(1);
  await expect(rowsOf(make())).rejects.toMatchObject({ code: 'import.unreadable' });
});
