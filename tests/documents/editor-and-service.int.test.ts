import { formatAmount } from '@coulisse/money';
import { describeResourceFor, type FieldDescriptor } from '@coulisse/resource';
import { changeBody, createBody } from '@coulisse/resource-client';
import {
  type Command,
  computeTotals,
  createLinesStore,
  groupsOf,
  insertGroup,
  insertLine,
  linesOf,
  type LinesDocument,
  parseBlock,
  readDocument,
  writeDocument,
} from '@coulisse/resource-lines/headless';
import { changedValues, editedWithLines, linesValue } from '@coulisse/resource-ui/document-fields';
import { bill } from '@coulisse/sample/resources';
import {
  type Body,
  type CreatedRecord,
  errors,
  sampleKernel,
  type SampleKernel,
} from '@coulisse/sample/sample-kernel';
import fc from 'fast-check';

/* What the editor of lines sends to the real service, and what both make of it. */

jest.setTimeout(120_000);

let kernel: SampleKernel;
beforeAll(async () => {
  kernel = await sampleKernel();
});
afterAll(() => kernel.close());

const { fields } = describeResourceFor(bill, { fr: {}, en: {} }, () => true);
const items = fields.find(({ name }) => name === 'items') as FieldDescriptor;
const EMPTY = { items: [], groups: [], priceEntry: 'HT' };

/** The editor on the values of a record, or on those of a new one. */
const edited = (values: Body, ...commands: Command[]): LinesDocument => {
  const store = createLinesStore(readDocument(linesValue(items, values)));
  for (const command of commands) store.run(command);
  return store.state().document;
};
/** What a form sends to create a record, or the page to change one. */
const creation = (document: LinesDocument, values: Body = {}) =>
  createBody(fields, { title: 'Devis', ...values, ...changedValues(items, writeDocument(document)) });
const change = (document: LinesDocument, seen: Body) =>
  changeBody(editedWithLines(fields), seen, { ...seen, ...changedValues(items, writeDocument(document)) });

const save = (record: CreatedRecord, body: Body) =>
  kernel.send('PATCH', `bills/${record.id}`, body, { 'if-match': `"${record.version}"` });
const saved = async (record: CreatedRecord, document: LinesDocument): Promise<CreatedRecord> => {
  const answer = await save(record, change(document, record));
  expect([answer.status, answer.body]).toMatchObject([200, { version: record.version + 1 }]);
  return answer.body as CreatedRecord;
};

/** The amounts of a record, as the editor shows them for the document that it sent. */
const expectSameAmounts = (record: Body, document: LinesDocument) => {
  const totals = computeTotals(document);
  const inPrices = document.priceEntry === 'TTC' ? 'totalTTC' : 'totalHT';
  const amounts = (rows: unknown) => (rows as Body[]).map((row) => row[inPrices]);
  expect({
    items: amounts(record['items']),
    groups: amounts(record['groups']),
    vatTable: (record['vatTable'] as Body[]).map(({ rate, exemption, base, vat }) => [
      rate,
      exemption,
      base,
      vat,
    ]),
    totals: [record['totalHT'], record['totalVAT'], record['totalTTC']],
  }).toEqual({
    items: linesOf(document).map(({ key, kind }) =>
      formatAmount(kind === 'text' ? 0 : (totals.lines.get(key) ?? NaN)),
    ),
    groups: groupsOf(document).map(({ key }) => formatAmount(totals.groups.get(key) ?? 0)),
    vatTable: totals.vatTable.map(({ rateBasisPoints, exemption, baseMinor, taxMinor }) => [
      ...[String(rateBasisPoints / 100), exemption],
      ...[formatAmount(baseMinor), formatAmount(taxMinor)],
    ]),
    totals: [totals.totalHT, totals.totalVAT, totals.totalTTC].map(formatAmount),
  });
};

const line = (label: string, unitPrice: string, part: Parameters<typeof insertLine>[1] = {}) =>
  insertLine(null, { label, unitPrice, vatRate: '20', ...part });
const evening = insertGroup(null);
const bar = insertGroup(null);
/** Two groups, texts, an option, an exemption, a discount: every kind of row that the editor knows. */
const quote = () =>
  edited(
    EMPTY,
    evening,
    { type: 'changeGroup', key: evening.group.key, change: { label: 'Soirée & « dîner »' } },
    line('Part spectacle', '46.45', {
      quantity: '46',
      discount: '5',
      vatRate: '5.5',
      group: evening.group.key,
    }),
    line('Part repas', '36.363636', { quantity: '46.5', vatRate: '10', group: evening.group.key }),
    line('Servi dès 19:30', '', { kind: 'text', quantity: '', vatRate: '', group: evening.group.key }),
    bar,
    { type: 'changeGroup', key: bar.group.key, change: { label: 'Bar', description: 'au foyer' } },
    line('Champagne', '40', { quantity: '12', group: bar.group.key }),
    line('Photographe', '145', { quantity: '2', option: 'proposed', group: bar.group.key }),
    line('Formation', '900', { vatRate: '0', vatExemption: 'Article 261-4-4° du CGI' }),
    line('Offert', '', { quantity: '' }),
    {
      type: 'paste',
      options: {
        at: null,
        block: parseBlock('"Verre\nde vin"\t1 200\t\t1 234,56 €\t2,5 %\t20 %\r\nEau\t3\t\t0,333333\t\t5,5 %'),
        language: 'fr',
        units: [],
      },
    },
    { type: 'setDiscount', kind: 'percent', value: '3' },
  );

test('a new document has the amounts of the editor', async () => {
  const document = quote();
  const made = await kernel.create('bills', creation(document));
  expectSameAmounts(made, document);
  const [first, second] = made['groups'] as Body[];
  expect((made['items'] as Body[]).map(({ group }) => group).slice(0, 5)).toEqual([
    ...[first!['id'], first!['id'], first!['id']],
    ...[second!['id'], second!['id']],
  ]);
});

test('what was read and not changed is not sent', async () => {
  const made = await kernel.create('bills', creation(quote()));
  expect(change(edited(made), made)).toEqual({});
});

test('stored and new groups are edited in one change, rows keep their ids', async () => {
  const made = await kernel.create('bills', creation(quote()));
  const [moved, left] = made['items'] as CreatedRecord[];
  const added = insertGroup(null, [left!.id]);
  const [hall] = made['groups'] as CreatedRecord[];
  const document = edited(
    made,
    added,
    { type: 'changeGroup', key: added.group.key, change: { label: 'À part' } },
    { type: 'duplicate', key: moved!.id },
    { type: 'move', key: hall!.id, by: 1 },
    { type: 'setDiscount', kind: 'TTC', value: '100' },
  );
  const after = await saved(made, document);
  expectSameAmounts(after, document);
  const find = (label: string) => (after['items'] as Body[]).filter((item) => item['label'] === label);
  expect(find('Part repas')).toMatchObject([{ id: left!.id }]);
  expect(find('Part spectacle')[0]).toMatchObject({ id: moved!.id, group: hall!.id });
  expect(find('Part spectacle')).toHaveLength(2);
  const own = (after['groups'] as CreatedRecord[]).find(({ label }) => label === 'À part');
  expect(find('Part repas')).toMatchObject([{ group: own!.id }]);
  const removed = edited(after, { type: 'remove', keys: [hall!.id] });
  expectSameAmounts(await saved(after, removed), removed);
});

test('an exemption goes when its line has a rate again', async () => {
  const made = await kernel.create('bills', creation(quote()));
  const exempt = (made['items'] as CreatedRecord[]).find(({ vatExemption }) => vatExemption !== null);
  const document = edited(made, { type: 'change', key: exempt!.id, change: { vatRate: '20' } });
  expectSameAmounts(await saved(made, document), document);
});

test('an error of the service names the line that the editor shows at that place', async () => {
  const made = await kernel.create('bills', creation(quote()));
  const wrong = edited(
    made,
    // A line that is not filled in is not sent: it moves no other line.
    insertLine((made['items'] as CreatedRecord[])[0]!.id),
    { type: 'change', key: (made['items'] as CreatedRecord[])[3]!.id, change: { quantity: 'douze' } },
  );
  expect(errors(await save(made, change(wrong, made)))).toEqual(['/items/3/quantity validation.number']);
});

test('a discount that cannot be subtracted is refused by both', async () => {
  const document = edited(EMPTY, line('Seule', '10'), { type: 'setDiscount', kind: 'TTC', value: '12.01' });
  expect(computeTotals(document).discountProblem).toBe('lines.discount.tooLarge');
  const answer = await kernel.send('POST', 'bills', creation(document));
  expect(errors(answer)).toEqual(['/discountValue document.discount-above-total']);
});

test('the amounts are the same to the cent, whatever the lines', async () => {
  const rate = fc.constantFrom('20', '10', '5.5', '2.1', '0');
  const decimal = (most: number, decimals: number) =>
    fc.integer({ min: -most, max: most }).map((value) => (value / 10 ** decimals).toFixed(decimals));
  const anyLine = fc.record({
    label: fc.constant('x'),
    quantity: decimal(5_000_000, 4),
    unitPrice: decimal(900_000_000, 6),
    discount: fc.integer({ min: 0, max: 10_000 }).map((points) => (points / 100).toFixed(2)),
    vatRate: rate,
    option: fc.constantFrom(null, 'proposed' as const, 'chosen' as const),
  });
  const discounts = fc.constantFrom(null, ['percent', '12.34'], ['HT', '7.77'], ['TTC', '7.77']);
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyLine, { minLength: 1, maxLength: 12 }),
      discounts,
      fc.constantFrom('HT', 'TTC'),
      async (lines, discount, priceEntry) => {
        const [kind = null, value = ''] = discount ?? [];
        const document = edited({ ...EMPTY, priceEntry }, ...lines.map((part) => insertLine(null, part)), {
          type: 'setDiscount',
          kind,
          value,
        });
        const answer = await kernel.send('POST', 'bills', creation(document, { priceEntry }));
        const isRefused = computeTotals(document).discountProblem !== null;
        expect(answer.status).toBe(isRefused ? 422 : 201);
        if (!isRefused) expectSameAmounts(answer.body as Body, document);
      },
    ),
    { numRuns: 60 },
  );
});
