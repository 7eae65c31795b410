import fc from 'fast-check';
import { type Command, insertGroup, insertLine } from './model/commands';
import { type Entry, groupsOf, linesOf, readDocument, writeDocument } from './model/document';
import { copied } from './model/copy';
import { parseBlock } from './model/block';
import { rangeOf } from './model/navigation';
import { quoteDocument, quoteValue } from './model/sample.fixture';
import { createLinesStore, type LinesStore } from './store';

const UNITS = [
  { id: 'u1', label: 'personne' },
  { id: 'u2', label: 'bouteille' },
];
const open = () => createLinesStore(quoteDocument);
const nameOf = (entry: Entry) =>
  entry.type === 'group' ? `[${entry.group.label}]` : `${entry.line.label}${entry.line.group ? '' : '*'}`;
const names = (store: LinesStore) => store.state().document.entries.map(nameOf).join(' ');
const START = '[Soirée] Part spectacle Part repas Champagne [Accueil] Cocktail Parking Photographe';
const paste = (
  text: string,
  key: string | null = null,
  column: 'label' | 'unitPrice' = 'label',
): Command => ({
  type: 'paste',
  options: {
    at: key ? { key, column } : null,
    block: parseBlock(text),
    language: 'fr',
    units: UNITS,
  },
});

it('reads the fields of a record and writes them back', () => {
  const value = writeDocument(readDocument(quoteValue));
  expect(value.items).toEqual(quoteValue.items);
  expect(value).toMatchObject({ groups: quoteValue.groups, discountKind: 'percent', discountValue: '3' });
});

it('names a new group by its place in the same change, a stored one by its id', () => {
  const store = open();
  store.run(insertGroup('l1', ['l1']));
  const written = writeDocument(store.state().document, 'parts');
  const place = written.groups.findIndex(({ id }) => id === undefined);
  expect(written.items.map(({ group }) => group)).toEqual(
    expect.arrayContaining([`/parts/${place}`, 'g1', 'g2']),
  );
  expect(written.groups[place]).toEqual({ label: '', description: null });
  expect(writeDocument(readDocument(written), 'parts')).toEqual(written);
});

it('a text has no amount, and numbers that the service never leaves empty have a value', () => {
  const store = createLinesStore(readDocument({ ...quoteValue, items: [], groups: [] }));
  store.run(insertLine(null, { kind: 'text', label: 'Note', quantity: '', vatRate: '20' }));
  store.run(insertLine(null, { label: 'Vin', quantity: '', vatRate: '20', vatExemption: 'Article 261' }));
  expect(writeDocument(store.state().document).items).toMatchObject([
    { kind: 'text', quantity: '1', unitPrice: '0', vatRate: null },
    { kind: 'line', quantity: '0', unitPrice: '0', vatRate: '20', vatExemption: null },
  ]);
});

it('a product with another kind of price is converted to the prices of the document', () => {
  const store = open();
  const product = { id: 'p', label: 'Vin', unit: null, unitPrice: '12', vatRate: '20' };
  const priceOf = () => linesOf(store.state().document)[0]?.unitPrice;
  store.run({ type: 'pickProduct', key: 'l1', product: { ...product, priceEntry: 'TTC' } });
  expect(priceOf()).toBe('10');
  store.run({ type: 'pickProduct', key: 'l1', product: { ...product, priceEntry: 'HT' } });
  expect(priceOf()).toBe('12');
  const exempt = { ...product, vatRate: '0', vatExemption: 'Article 261' };
  store.run({ type: 'pickProduct', key: 'l1', product: exempt });
  expect(writeDocument(store.state().document).items[0]).toMatchObject({ vatExemption: 'Article 261' });
});

it('shows lines of an unknown group without group, and empty groups in their place', () => {
  const [first] = quoteValue.items;
  const document = readDocument({
    ...quoteValue,
    items: [{ ...first, group: 'gone' }],
  });
  expect(document.entries.map(nameOf)).toEqual(['[Soirée]', '[Accueil]', 'Part spectacle*']);
});

it('a line that was added and not filled in is no part of the record', () => {
  const store = open();
  store.run(insertLine('l1', { vatRate: '20' }));
  expect(writeDocument(store.state().document).items).toHaveLength(6);
  store.run(insertLine('l1', { label: 'Vin' }));
  expect(writeDocument(store.state().document).items).toHaveLength(7);
});

it('moves a line within its group, out of it, into the next one', () => {
  const store = open();
  const move = (key: string, by: 1 | -1) => store.run({ type: 'move', key, by });
  move('l2', 1);
  expect(names(store)).toContain('Part spectacle Champagne Part repas [Accueil]');
  move('l2', 1);
  expect(names(store)).toContain('Champagne [Accueil] Part repas Cocktail');
  move('l2', -1);
  expect(names(store)).toContain('Champagne Part repas [Accueil] Cocktail');
  move('l1', -1);
  expect(names(store)).toContain('Part spectacle* [Soirée]');
  move('l6', 1);
  expect(names(store)).toContain('Parking Photographe*');
  expect(move('l6', 1)).toBe(false);
});

it('moves a group with its lines', () => {
  const store = open();
  store.run({ type: 'move', key: 'g2', by: -1 });
  expect(names(store)).toBe(
    '[Accueil] Cocktail Parking Photographe [Soirée] Part spectacle Part repas Champagne',
  );
  store.run({ type: 'drop', key: 'g2', over: 'l2' });
  expect(names(store)).toBe(START);
});

it('a dropped line joins the group at its place', () => {
  const store = open();
  store.run({ type: 'drop', key: 'l1', over: 'l4' });
  expect(names(store)).toBe(
    '[Soirée] Part repas Champagne [Accueil] Cocktail Part spectacle Parking Photographe',
  );
  store.run({ type: 'drop', key: 'l5', over: 'g2' });
  expect(names(store)).toContain('Champagne Parking [Accueil]');
});

it('groups chosen lines and removes a heading without its lines', () => {
  const store = open();
  store.run(insertGroup(null, ['l1', 'l2']));
  expect(groupsOf(store.state().document)).toHaveLength(3);
  expect(names(store)).toBe(
    '[Soirée] Champagne [] Part spectacle Part repas [Accueil] Cocktail Parking Photographe',
  );
  store.run({ type: 'ungroup', key: 'g2' });
  expect(names(store)).toContain('Cocktail* Parking* Photographe*');
});

it('a new group stands after the group of the current line', () => {
  const store = open();
  store.run(insertGroup('l1'));
  expect(names(store)).toContain('Champagne [] [Accueil]');
});

it('a chosen option counts, a proposed one does not', () => {
  const store = open();
  store.run({ type: 'setOption', keys: ['l6'], option: 'chosen' });
  expect(store.state().totals.groups.get('g2')).toBe(89_417);
});

it('a product fills unit, price, VAT and account; a quantity stays', () => {
  const store = open();
  store.run({
    type: 'pickProduct',
    key: 'l4',
    product: {
      id: 'p',
      label: 'Vestiaire',
      unit: UNITS[0]!,
      unitPrice: '1.67',
      vatRate: '20',
      account: '706',
    },
  });
  expect(linesOf(store.state().document)[3]).toMatchObject({
    label: 'Vestiaire',
    quantity: '46',
    unitPrice: '1.67',
    extra: { product: { id: 'p' }, account: '706' },
  });
});

it('pastes 200 lines, loses nothing, and undoes them in one step', () => {
  const store = open();
  const rows = Array.from(
    { length: 200 },
    (_, index) => `"Ligne ${index}\nsuite"\t${index + 1}\tPersonne\t1\u202f234,56 €\t5 %\t5,5 %`,
  );
  store.run(paste(rows.join('\r\n')));
  const lines = linesOf(store.state().document);
  expect(lines).toHaveLength(206);
  expect(lines.at(-1)).toMatchObject({
    label: 'Ligne 199',
    description: 'suite',
    quantity: '200',
    unit: UNITS[0],
    unitPrice: '1234.56',
    discount: '5',
    vatRate: '5.5',
  });
  store.undo();
  expect(names(store)).toBe(START);
});

it('stores pasted text that is no number, no unit or too long, as it is', () => {
  const store = open();
  store.run(paste(`à définir\t12,5\nsur demande\t101 %`, 'l2', 'unitPrice'));
  const lines = linesOf(store.state().document);
  expect(lines[1]).toMatchObject({ unitPrice: 'à définir', discount: '12.5' });
  expect(lines[2]).toMatchObject({ unitPrice: 'sur demande', discount: '101' });
  expect(store.state().totals.lines.get('l2')).toBeNull();
  store.run(paste('Vin\t3\tjéroboam', 'l3'));
  expect(linesOf(store.state().document)[2]?.unit).toEqual({ id: '', label: 'jéroboam' });
});

it('copies cells that it can paste again', () => {
  const store = open();
  const { shown } = store.state();
  const range = rangeOf(shown, { key: 'l1', column: 'label' }, { key: 'l3', column: 'total' });
  const block = copied(range, 'fr');
  expect(block[0]).toEqual(['Part spectacle', '46', '', '46,45', '5 %', '5,5 %', '2029,87']);
});

it('the lines of a folded group are not shown, and unfold where they were', () => {
  const store = open();
  store.go({ key: 'l2', column: 'quantity' });
  store.fold('g1', true);
  expect(store.state().shown.map(nameOf)).not.toContain('Part repas');
  expect(store.state().shown).toContainEqual(expect.objectContaining({ type: 'group' }));
  store.fold('g1', false);
  expect(store.state().shown).toHaveLength(8);
});

it('undo and redo return to exactly the same documents, whatever the commands; groups stay together', () => {
  const key = fc.constantFrom('l1', 'l2', 'l3', 'l4', 'l5', 'l6', 'g1', 'g2');
  const command = fc.oneof(
    fc.record({ type: fc.constant('move' as const), key, by: fc.constantFrom(1 as const, -1 as const) }),
    fc.record({ type: fc.constant('drop' as const), key, over: key }),
    fc.record({ type: fc.constant('remove' as const), keys: fc.array(key, { maxLength: 2 }) }),
    fc.record({ type: fc.constant('setGroup' as const), key, group: fc.constantFrom(null, 'g1', 'g2') }),
    fc.record({ type: fc.constant('ungroup' as const), key }),
    key.map((after) => insertLine(after)),
    fc.array(key, { maxLength: 3 }).map((keys) => insertGroup('l2', keys)),
    key.map((at) => paste('a\tb\n"c\td"\t2\ne', at)),
  );
  fc.assert(
    fc.property(fc.array(command, { maxLength: 12 }), (commands) => {
      const store = open();
      const seen = [store.state().document];
      for (const each of commands) {
        const isTargetGone =
          each.type === 'setGroup' &&
          each.group !== null &&
          !groupsOf(store.state().document).some((group) => group.key === each.group);
        if (isTargetGone) continue;
        if (store.run(each)) seen.push(store.state().document);
        let group: string | null = null;
        for (const entry of store.state().document.entries) {
          if (entry.type === 'group') group = entry.group.key;
          else if (entry.line.group === null) group = null;
          else expect(entry.line.group).toBe(group);
        }
      }
      for (const document of [...seen].reverse().slice(1)) {
        store.undo();
        expect(store.state().document).toBe(document);
      }
      for (const document of seen.slice(1)) {
        store.redo();
        expect(store.state().document).toBe(document);
      }
    }),
  );
});
