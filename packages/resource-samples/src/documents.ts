import type { LinesValue, ProductChoice, Reference } from '@coulisse/resource-lines';

export const sampleUnits: readonly Reference[] = ['personne', 'bouteille', 'forfait', 'heure', 'soirée'].map(
  (label) => ({ id: `unit-${label}`, label }),
);
const unit = (label: string): Reference | null => sampleUnits.find((each) => each.label === label) ?? null;

export const sampleProducts: readonly ProductChoice[] = [
  ['PR-0148', 'Vestiaire privé, hôtesse dédiée', 'soirée', '180'],
  ['PR-0147', 'Vestiaire, par personne', 'personne', '1.67'],
  ['PR-0090', 'Champagne, bouteille', 'bouteille', '40'],
  ['PR-0021', 'Photographe de soirée', 'heure', '145'],
].map(([code = '', label = '', unitLabel = '', unitPrice = '']) => ({
  id: code,
  code,
  label,
  unit: unit(unitLabel),
  unitPrice,
  vatRate: '20',
}));

/** Searches the names of the sample products, as a server does. */
export const findSampleProducts = async (text: string): Promise<readonly ProductChoice[]> =>
  sampleProducts.filter(({ label }) => label.toLocaleLowerCase().includes(text.toLocaleLowerCase()));

type Row = LinesValue['items'][number];
const row = (id: string, group: string, label: string, values: Row = {}): Row => ({
  id,
  kind: 'line',
  label,
  description: null,
  quantity: '1',
  unit: null,
  unitPrice: '0',
  discount: null,
  vatRate: '20',
  option: null,
  group,
  ...values,
});

const dinner = [
  row('line-1', 'group-1', 'Dîner-spectacle, Carré Or', {
    description: 'part spectacle',
    quantity: '46',
    unit: unit('personne'),
    unitPrice: '46.45',
    discount: '5',
    vatRate: '5.5',
  }),
  row('line-2', 'group-1', 'Dîner-spectacle, Carré Or', {
    description: 'part repas',
    quantity: '46',
    unit: unit('personne'),
    unitPrice: '36.36',
    discount: '5',
    vatRate: '10',
  }),
  row('line-3', 'group-1', 'Champagne, bouteille', {
    quantity: '12',
    unit: unit('bouteille'),
    unitPrice: '40',
  }),
];
const welcome = [
  row('line-4', 'group-2', 'Cocktail d’accueil, 3 pièces', {
    quantity: '46',
    unit: unit('personne'),
    unitPrice: '12.5',
    vatRate: '10',
  }),
  row('line-5', 'group-2', 'Parking bus, emplacement', { unit: unit('forfait'), unitPrice: '29.17' }),
  row('line-6', 'group-2', 'Photographe de soirée', {
    quantity: '2',
    unit: unit('heure'),
    unitPrice: '145',
    option: 'proposed',
  }),
];

/** A quote of 4 978,85 €: the one of the drawings. */
const quote: LinesValue = {
  items: [...dinner, ...welcome],
  groups: [
    {
      id: 'group-1',
      label: 'Soirée du vendredi 18 décembre',
      description: 'Nuit blanche à Paris',
    },
    {
      id: 'group-2',
      label: 'Accueil et options',
      description: 'Salon du premier étage, dès 18:30',
    },
  ],
  priceEntry: 'HT',
  discountKind: 'percent',
  discountValue: '3',
};

/** The same amounts in twelve lines: texts, services without charge, a second option. */
const twelve: LinesValue = {
  ...quote,
  items: [
    ...dinner,
    row('line-7', 'group-1', 'Eau et café', { quantity: '46', unit: unit('personne'), vatRate: '10' }),
    row('line-8', 'group-1', 'Service à table à partir de 19:30, placement libre.', { kind: 'text' }),
    row('line-9', 'group-1', 'Livret du spectacle', {
      quantity: '46',
      unit: unit('personne'),
      vatRate: '5.5',
    }),
    ...welcome,
    row('line-10', 'group-2', 'Fleurs de table', { quantity: '6', unitPrice: '35', option: 'proposed' }),
    row('line-11', 'group-2', 'Sonorisation du salon', { unit: unit('forfait') }),
    row('line-12', 'group-2', 'Le menu végétarien est à confirmer dix jours avant.', { kind: 'text' }),
  ],
};

const empty: LinesValue = {
  items: [],
  groups: [],
  priceEntry: 'HT',
  discountKind: null,
  discountValue: null,
};

/** As many lines as requested, in groups of twenty. */
export const manyLines = (count: number): LinesValue => ({
  ...empty,
  groups: Array.from({ length: Math.ceil(count / 20) }, (_, index) => ({
    id: `group-${index + 1}`,
    label: `Lot ${index + 1}`,
    description: null,
  })),
  items: Array.from({ length: count }, (_, index) =>
    row(`line-${index + 1}`, `group-${Math.floor(index / 20) + 1}`, `Fourniture n° ${index + 1}`, {
      quantity: String((index % 9) + 1),
      unit: sampleUnits[index % sampleUnits.length] ?? null,
      unitPrice: `${index + 1}.${String(index % 100).padStart(2, '0')}`,
      vatRate: ['20', '10', '5.5'][index % 3] ?? '20',
    }),
  ),
});

/** The table that a spreadsheet copies: French numbers, and cells that hold no number. */
export const sampleBlock = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) =>
      `"Fourniture n° ${index + 1}\nlot ${Math.ceil((index + 1) / 20)}"\t${index + 1}\tpersonne\t1 234,56 €\t5 %\t20 %`,
  ).join('\r\n');

const errors: LinesValue = {
  ...quote,
  items: [
    { ...dinner[0], unitPrice: 'sur demande' },
    { ...dinner[1], vatRate: '110', unit: { id: '', label: 'couvert' } },
    ...dinner.slice(2),
    ...welcome,
  ],
};

/** Documents by what they show. */
export const sampleDocuments = { quote, twelve, empty, many: manyLines(200), errors, readonly: quote };
export type DocumentSampleName = keyof typeof sampleDocuments;
