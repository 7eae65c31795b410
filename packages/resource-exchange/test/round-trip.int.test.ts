import { randomUUID } from 'node:crypto';
import { isListable, isWritable } from '@coulisse/resource';
import { isPlainLine } from '@coulisse/service-kit/http';
import fc from 'fast-check';
import { gadget } from '@coulisse/sample/resources';
import { ExchangeBench } from '@coulisse/sample/exchange-bench';

jest.setTimeout(240_000);

type Body = Record<string, unknown>;
let bench: ExchangeBench;
beforeAll(async () => {
  bench = await ExchangeBench.open();
  bench.runner.start();
});
afterAll(() => bench.close());

const text = (longest: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: longest })
    .map((value) => value.trim())
    // The API refuses other characters (`validation.format`): such a record could not exist.
    .filter((value) => value !== '' && value.length <= longest && isPlainLine(value));
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
const number = (most: number, decimals: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: 10 ** decimals - 1 }))
    .map(([integerPart, rest]) => `${integerPart}.${String(rest).padStart(decimals, '0')}`);
const two = (value: number) => String(value).padStart(2, '0');
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hours, minutes]) => `${two(hours)}:${two(minutes)}`);
const moment = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2037-01-01'), noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 19)}.000Z`);
const sly = fc.constantFrom(
  '=1+1',
  "'=1+1",
  '+33',
  '-1',
  '@a',
  'Oui',
  '12,5',
  '31/12/2026',
  ' | ',
  'a\\|b',
  '\t=1',
);

/** Gadgets with any value in every field that an import can fill; shelves are given by index. */
const gadgets = fc.array(
  fc.record({
    name: fc.oneof(
      text(80),
      sly.map((value) => value.trim()),
    ),
    notes: maybe(fc.oneof(text(200), fc.constant('  deux\nlignes; "citées" '), sly)),
    quantity: maybe(fc.integer({ min: 0, max: 1000 })),
    weight: maybe(number(99_999_999, 4)),
    price: number(99_999_999, 2),
    discount: maybe(number(99, 4)),
    fragile: fc.boolean(),
    boughtOn: maybe(moment.map((instant) => instant.slice(0, 10))),
    opensAt: maybe(clock),
    checkedAt: maybe(moment),
    kind: fc.constantFrom('TOY', 'TOOL'),
    shelf: maybe(fc.integer({ min: 0, max: 3 })),
    otherShelves: fc.uniqueArray(fc.integer({ min: 0, max: 3 })),
    owner: maybe(fc.uuid({ version: 7 })),
    parts: fc.array(
      fc.record({ label: text(40), price: number(999, 2), size: maybe(fc.constantFrom('S', 'L')) }),
      { maxLength: 3 },
    ),
    email: maybe(fc.constantFrom('a@b.fr', 'prenom.nom+x@exemple.fr')),
    telephone: maybe(fc.constantFrom('+33 1 42 68 53 00', '0142685300')),
    website: maybe(fc.constantFrom('https://b.fr', 'http://exemple.fr/a?b=c&d=;')),
    color: maybe(fc.constantFrom('#000000', '#1d4ed8')),
    madeIn: maybe(fc.constantFrom('FR', 'DE', 'CI', 'GB')),
    times: fc.array(clock, { maxLength: 4 }),
    extra: maybe(
      fc.record({
        a: fc.integer(),
        b: fc.string({ maxLength: 5 }).map((value) => value.replaceAll('\0', '')),
      }),
    ),
    story: maybe(fc.constantFrom('<p>Il était <strong>une fois</strong>…</p>', '<p>=1+1</p>')),
    buildTime: maybe(fc.integer({ min: 0, max: 6000 })),
    language: maybe(fc.constantFrom('fr', 'en', 'br')),
    currency: maybe(fc.constantFrom('EUR', 'CHF')),
    iban: maybe(fc.constant('FR7630006000011234567890189')),
    bic: maybe(fc.constant('AGRIFRPP')),
    siren: maybe(fc.constant('732829320')),
    siret: maybe(fc.constant('73282932000074')),
    vatNumber: maybe(fc.constant('FR44732829320')),
  }),
  { minLength: 1, maxLength: 12 },
);

/** Fields that can be exported and imported. */
const FIELDS = Object.entries(gadget.fields)
  .filter(([name, { spec }]) => isWritable(gadget, name) && (spec.kind === 'children' || isListable(spec)))
  .filter(([, { spec }]) => !spec.encrypted && spec.kind !== 'file' && spec.kind !== 'image')
  .map(([name]) => name);

/** Records without the fields that an import cannot set, in an order independent of their ids. */
const comparable = (records: readonly Body[]) =>
  records
    .map((record) =>
      Object.fromEntries(
        FIELDS.map((field) => [
          field,
          field === 'parts'
            ? (record.parts as Body[]).map(({ id: _id, serial: _serial, ...part }) => part)
            : record[field],
        ]),
      ),
    )
    .map((record) => JSON.stringify(record))
    .sort();
async function everyGadget(): Promise<Body[]> {
  const { body } = await bench.json<{ items: { id: string }[] }>('GET', 'gadgets?size=200');
  return Promise.all(body.items.map(async ({ id }) => (await bench.json('GET', `gadgets/${id}`)).body));
}

test('cover the field kinds of the sample', () => {
  const kinds = new Set(FIELDS.map((name) => gadget.fields[name as keyof typeof gadget.fields].spec.kind));
  expect(kinds.size).toBeGreaterThanOrEqual(26);
});

describe.each(['csv', 'xlsx'] as const)('records exported as %s', (format) => {
  test.each(['fr', 'en'] as const)('are unchanged after an import, in %s', async (language) => {
    bench.language = language;
    await fc.assert(
      fc.asyncProperty(gadgets, async (some) => {
        bench.caller = { tenantId: randomUUID(), rights: ['*'] };
        const shelves: string[] = [];
        for (const name of ['Haut', '=Bas', 'A | B', "d'en face; \\"])
          shelves.push((await bench.create('shelves', { name })).id);
        for (const values of some)
          await bench.create('gadgets', {
            ...values,
            shelf: values.shelf === null ? null : shelves[values.shelf],
            otherShelves: values.otherShelves.map((index) => shelves[index]),
          });
        const before = await everyGadget();
        const file = await bench.export('gadgets', { format, columns: ['id', ...FIELDS] });

        // Importing the unchanged file changes nothing.
        const same = await bench.import('gadgets', file, { mode: 'upsert', key: 'id' });
        expect(same.outcome).toEqual({
          dryRun: false,
          created: 0,
          updated: 0,
          unchanged: some.length,
          failed: 0,
          errors: [],
        });
        expect(comparable(await everyGadget())).toEqual(comparable(before));

        // Importing it without existing records creates the same records.
        for (const { id } of before) await bench.json('DELETE', `gadgets/${String(id)}`);
        await bench.database.asSuperuser(`DELETE FROM kit.imported_file`);
        const { outcome } = await bench.import('gadgets', file, { mode: 'create' });
        expect(outcome).toEqual({
          dryRun: false,
          created: some.length,
          updated: 0,
          unchanged: 0,
          failed: 0,
          errors: [],
        });
        expect(comparable(await everyGadget())).toEqual(comparable(before));
      }),
      // Each run takes a second: shrinking would end at the time limit, without the counterexample.
      { numRuns: 8, endOnFailure: true },
    );
  });
});
