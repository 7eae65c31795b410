import { type LinesValue, readDocument } from './document';

/** The quote of the drawings: two groups, an option, a discount of 3 %. */
export const quoteValue: LinesValue = {
  priceEntry: 'HT',
  discountKind: 'percent',
  discountValue: '3',
  groups: [
    { id: 'g1', label: 'Soirée', description: null },
    { id: 'g2', label: 'Accueil', description: null },
  ],
  items: [
    line('l1', 'Part spectacle', '46', '46.45', '5', '5.5', 'g1'),
    line('l2', 'Part repas', '46', '36.36', '5', '10', 'g1'),
    line('l3', 'Champagne', '12', '40', null, '20', 'g1'),
    line('l4', 'Cocktail', '46', '12.5', null, '10', 'g2'),
    line('l5', 'Parking', '1', '29.17', null, '20', 'g2'),
    { ...line('l6', 'Photographe', '2', '145', null, '20', 'g2'), option: 'proposed' },
  ],
};

function line(
  id: string,
  label: string,
  quantity: string,
  unitPrice: string,
  discount: string | null,
  vatRate: string,
  group: string | null,
) {
  return {
    id,
    kind: 'line',
    label,
    description: null,
    quantity,
    unit: null,
    unitPrice,
    discount,
    vatRate,
    vatExemption: null,
    option: null,
    group,
  };
}

export const quoteDocument = readDocument(quoteValue);
