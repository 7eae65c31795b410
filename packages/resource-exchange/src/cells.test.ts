import type { FieldSpec } from '@coulisse/resource';
import fc from 'fast-check';
import { isPlainLine, isPlainText } from '@coulisse/service-kit/http';
import type { RawCell } from './cell';
import { cellOf, type ValueLabels } from './cell-of';
import { isErrorHeader } from './error-file';
import { parseCell, type Parsed } from './parse-cell';
import { readTable } from './reading/read-table';
import { csvCell } from './spreadsheet/csv-writer';
import { spreadsheetWriter } from './spreadsheet/writer';
import { tableColumn } from './table-column';

const LABELS: ValueLabels = {
  TOY: { fr: 'Jouet', en: 'Toy' },
  TOOL: { fr: 'Outil à main', en: 'Hand tool' },
  '=OTHER': { fr: '=Autre', en: '+Other' },
};
/** Texts that a single-line field accepts: U+0085 and U+2028 are line breaks, too. */
const text = fc
  .string({ unit: 'grapheme', maxLength: 40 })
  .map((line) => line.trim())
  .filter((line) => line !== '' && isPlainLine(line));
const decimalOf = (digits: number, decimals: number) =>
  fc.tuple(fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) - 1n }), fc.boolean()).map(([value, negative]) => {
    const all = value.toString().padStart(decimals + 1, '0');
    const plain = `${all.slice(0, -decimals)}.${all.slice(-decimals)}`;
    return negative && value > 0n ? `-${plain}` : plain;
  });
const day = fc
  .date({ min: new Date('1890-01-01'), max: new Date('2150-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const instant = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2037-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())
  // A workbook does not preserve .999 s.
  .filter((iso) => !iso.endsWith('.999Z'));
const reference = text.map((label) => ({ id: `id of ${label}`, label }));

/** Every field kind that an import accepts, with values of it. */
const KINDS: [spec: FieldSpec, values: fc.Arbitrary<unknown>][] = [
  [{ kind: 'text' }, text],
  [
    { kind: 'longText' },
    fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((value) => value.trim() !== '' && isPlainText(value)),
  ],
  [{ kind: 'richText' }, text.map((line) => `<p>${line.replace(/[<&]/g, '')}</p>`)],
  [{ kind: 'email' }, fc.emailAddress()],
  [{ kind: 'phone' }, fc.constantFrom('+33 1 42 68 53 00', '0142685300', '(01) 42.68')],
  [{ kind: 'url' }, fc.webUrl()],
  [{ kind: 'color' }, fc.constantFrom('#1d4ed8', '#000000')],
  [{ kind: 'iban' }, fc.constant('FR7630006000011234567890189')],
  [{ kind: 'siret' }, fc.constant('00012345600012')],
  [{ kind: 'country' }, fc.constantFrom('FR', 'DE', 'US', 'DD')],
  [{ kind: 'language' }, fc.constantFrom('fr', 'en', 'oc')],
  [{ kind: 'currency' }, fc.constantFrom('EUR', 'USD')],
  [{ kind: 'int' }, fc.integer({ min: -2_147_483_647, max: 2_147_483_647 })],
  [{ kind: 'money' }, decimalOf(14, 2)],
  [{ kind: 'decimal' }, decimalOf(18, 4)],
  [{ kind: 'percent' }, decimalOf(7, 4)],
  [{ kind: 'bool' }, fc.boolean()],
  [{ kind: 'date' }, day],
  [{ kind: 'time' }, clock],
  [{ kind: 'datetime' }, instant],
  [{ kind: 'duration' }, fc.integer({ min: 0, max: 200_000 })],
  [{ kind: 'enumeration', values: Object.keys(LABELS) }, fc.constantFrom(...Object.keys(LABELS))],
  [{ kind: 'ref', target: 'x.y' }, reference],
  [{ kind: 'refs', target: 'x.y' }, fc.array(reference)],
  [{ kind: 'list', of: { kind: 'time' } }, fc.array(clock)],
  [{ kind: 'list', of: { kind: 'text' } }, fc.array(text)],
  [{ kind: 'list', of: { kind: 'decimal' } }, fc.array(decimalOf(6, 2))],
  [
    { kind: 'list', of: { kind: 'enumeration', values: Object.keys(LABELS) } },
    fc.array(fc.constantFrom(...Object.keys(LABELS))),
  ],
  [
    { kind: 'json' },
    fc
      .jsonValue()
      .map((value) => JSON.parse(JSON.stringify(value)) as unknown)
      .filter((value) => value !== null),
  ],
];
const find = (label: string): Parsed => ({ value: `id of ${label}` });
/** A served value as a request body contains it. */
const asInput = (spec: FieldSpec, value: unknown): unknown => {
  if (spec.kind === 'ref') return (value as { id: string }).id;
  if (spec.kind === 'refs') return (value as { id: string }[]).map(({ id }) => id);
  return value;
};
const sameNumber = (spec: FieldSpec, value: unknown) =>
  ['money', 'decimal', 'percent'].includes(spec.kind)
    ? Number(value) === 0
      ? '0'
      : String(value).replace(/\.0*$|(\.\d*?)0+$/, '$1')
    : value;

async function fileOf(
  format: 'csv' | 'xlsx',
  spec: FieldSpec,
  values: readonly unknown[],
  language: 'fr' | 'en',
) {
  async function* batches() {
    // The first column is never blank: the reader skips blank rows.
    yield values.map((value, index) => [
      cellOf({ kind: 'int' }, index, language),
      cellOf(spec, value, language, LABELS),
    ]);
  }
  const columns = [tableColumn('N', { kind: 'int' }, language), tableColumn('Valeur', spec, language)];
  const bytes = spreadsheetWriter.write(format, { name: 'Essai', columns, batches: batches(), language });
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe.each(['csv', 'xlsx'] as const)('a value written to %s and read again is unchanged', (format) => {
  it.each(
    KINDS.map(([spec, values]): [string, FieldSpec, fc.Arbitrary<unknown>] => [
      spec.of ? `list of ${spec.of.kind}` : spec.kind,
      spec,
      values,
    ]),
  )(
    '%s',
    async (_name, spec, arbitrary) => {
      const some = fc.array(arbitrary, { minLength: 1, maxLength: 30 });
      await fc.assert(
        fc.asyncProperty(some, fc.constantFrom('fr' as const, 'en' as const), async (values, language) => {
          const table = await readTable(await fileOf(format, spec, values, language), language);
          expect(table.headers).toEqual(['N', 'Valeur']);
          const read = table.rows.map(({ cells }): unknown => {
            const cell: RawCell = cells[1] ?? null;
            if (cell === null || (typeof cell === 'string' && cell.trim() === '')) return [];
            const parsed = parseCell(
              spec,
              cell,
              { decimal: table.decimal, zone: 'Europe/Paris' },
              LABELS,
              find,
            );
            return 'value' in parsed ? sameNumber(spec, parsed.value) : parsed;
          });
          expect(read).toEqual(values.map((value) => sameNumber(spec, asInput(spec, value))));
        }),
        { numRuns: format === 'csv' ? 25 : 4 },
      );
    },
    30_000,
  );
});

it('formats cells by language', () => {
  const written = (spec: FieldSpec, value: unknown) =>
    (['fr', 'en'] as const).map((language) => csvCell(cellOf(spec, value, language, LABELS), language));
  expect(written({ kind: 'money' }, '-1234.50')).toEqual(['-1234,50', '-1234.50']);
  expect(written({ kind: 'bool' }, true)).toEqual(['Oui', 'Yes']);
  expect(written({ kind: 'date' }, '2026-12-31')).toEqual(['31/12/2026', '2026-12-31']);
  expect(written({ kind: 'datetime' }, '2026-12-31T19:30:00.000Z')).toEqual([
    '31/12/2026 20:30',
    '2026-12-31 20:30',
  ]);
  expect(written({ kind: 'enumeration' }, 'TOOL')).toEqual(['Outil à main', 'Hand tool']);
  expect(written({ kind: 'enumeration' }, '=OTHER')).toEqual(["'=Autre", "'+Other"]);
  expect(written({ kind: 'country' }, 'DE')).toEqual(['Allemagne', 'Germany']);
  expect(written({ kind: 'ref' }, { id: 'i', label: 'Scène' })).toEqual(['Scène', 'Scène']);
  expect(written({ kind: 'ref' }, { id: 'i', label: null })).toEqual(['i', 'i']);
  expect(written({ kind: 'duration' }, 90)).toEqual(['1:30', '1:30']);
  expect(written({ kind: 'text' }, null)).toEqual(['', '']);
});

it('recognises the columns that an error file adds', () => {
  expect(isErrorHeader("Message d'erreur")).toBe(true);
  expect(isErrorHeader('Error message')).toBe(true);
  expect(isErrorHeader('Message')).toBe(false);
});
