import type { ResourceRow } from '@coulisse/mfe-kit';

const id = (kind: string, place: number): string => `${kind}-${String(place).padStart(3, '0')}`;

const [red, studio, attic] = ['Théâtre rouge', 'Studio', 'Grenier'].map((label, index) => ({
  id: id('venue', index + 1),
  label,
}));

export const venueRows: readonly ResourceRow[] = [
  { id: id('venue', 1), name: 'Théâtre rouge', city: 'Lyon' },
  { id: id('venue', 2), name: 'Studio', city: 'Villeurbanne' },
  { id: id('venue', 3), name: 'Grenier', city: null },
];

const BASE = {
  venue: null,
  quantity: 1,
  price: null,
  weight: null,
  wear: null,
  setup: null,
  fragile: false,
  boughtOn: null,
  nextCheck: null,
  neededAt: null,
  lenderEmail: null,
  lenderPhone: null,
  page: null,
  color: null,
  origin: null,
  manualLanguage: null,
  currency: 'EUR',
  lenderIban: null,
  lenderBic: null,
  lenderSiren: null,
  lenderSiret: null,
  lenderVat: null,
  makerNir: null,
  tags: [],
  usedAt: [],
  manual: null,
  photo: null,
  notes: null,
  instructions: null,
  sheet: null,
  movements: [],
  isArchived: false,
  state: 'STORED',
  createdAt: '2026-09-01T08:00:00.000Z',
  updatedAt: '2026-09-01T08:00:00.000Z',
  version: 1,
};

/** The first record has a value in every field; the others have some. */
const CHANDELIER = {
  name: 'Lustre à pampilles',
  category: 'LIGHT',
  venue: red,
  quantity: 1,
  price: '1480.00',
  weight: '12.5',
  wear: '15',
  setup: 90,
  fragile: true,
  boughtOn: '2024-03-12',
  nextCheck: '2026-12-01T09:30:00.000Z',
  neededAt: '19:30:00',
  lenderEmail: 'atelier@lustrerie-mathieu.fr',
  lenderPhone: '+33478421563',
  page: 'https://www.lustrerie-mathieu.fr/pampilles',
  color: '#b7791f',
  origin: 'FR',
  manualLanguage: 'fr',
  lenderIban: 'FR7630006000011234567890189',
  lenderBic: 'AGRIFRPP',
  lenderSiren: '732829320',
  lenderSiret: '73282932000074',
  lenderVat: 'FR44732829320',
  makerNir: '255081416802538',
  tags: ['verre', 'XVIIIe'],
  usedAt: [red, studio],
  manual: { id: 'file-001', label: 'notice-lustre.pdf' },
  photo: { id: 'file-002', label: 'lustre.jpg' },
  notes: 'Deux personnes pour l’accrocher.',
  instructions: '<p>Couper le courant <strong>avant</strong> d’accrocher.</p>',
  sheet: { watts: 240, sockets: 6 },
  movements: [
    { id: 'movement-001', movedOn: '2026-09-10', place: 'Scène', pieces: 1 },
    { id: 'movement-002', movedOn: '2026-10-02', place: 'Atelier', pieces: 1 },
  ],
  state: 'ON_STAGE',
};

const OTHERS: Readonly<Record<string, unknown>>[] = [
  {
    name: 'Fauteuil Voltaire',
    category: 'FURNITURE',
    venue: attic,
    quantity: 2,
    price: '340.00',
    weight: '18',
  },
  { name: 'Épée de Cyrano', category: 'WEAPON', venue: red, quantity: 3, price: '95.50', state: 'ON_STAGE' },
  { name: 'Robe de Célimène', category: 'COSTUME', venue: studio, price: '620.00', fragile: true },
  { name: 'Chaise paillée', category: 'FURNITURE', venue: attic, quantity: 12, price: '480.00' },
  { name: 'Lanterne sourde', category: 'LIGHT', quantity: 4, boughtOn: '2025-01-20' },
  { name: 'Pistolet à amorces', category: 'WEAPON', venue: red, quantity: 2, price: '58.90' },
  { name: 'Malle de voyage', category: 'FURNITURE', venue: studio, price: '120.00', tags: ['cuir'] },
  { name: 'Cape de Don Juan', category: 'COSTUME', price: '210.00', boughtOn: '2023-11-04' },
  { name: 'Projecteur PC 1 kW', category: 'LIGHT', venue: red, quantity: 8, price: '1960.00' },
  { name: 'Paravent japonais', category: 'FURNITURE', venue: attic, state: 'RETIRED', quantity: 1 },
  { name: 'Masque d’Arlequin', category: 'COSTUME', venue: studio, quantity: 1, notes: 'Cuir, à graisser.' },
];

/** Twelve records; values as the API returns them. */
export const sampleRows: readonly ResourceRow[] = [CHANDELIER, ...OTHERS].map((values, index) => ({
  ...BASE,
  ...values,
  id: id('gadget', index + 1),
  number: `AC-2026-${String(index + 1).padStart(6, '0')}`,
}));

/** As many records as requested, for lists of several pages: the sample records again, with a number in the name. */
export const manyRows = (count: number): ResourceRow[] =>
  Array.from({ length: count }, (_, index) => {
    const row = sampleRows[index % sampleRows.length] ?? { id: '' };
    const place = String(index + 1).padStart(3, '0');
    return { ...row, id: id('gadget', index + 1), name: `${place} ${String(row['name'])}` };
  });

export const spareRows: readonly ResourceRow[] = [
  {
    id: id('spare', 1),
    name: 'Pampille de cristal',
    gadget: { id: id('gadget', 1), label: CHANDELIER.name },
    price: '12.00',
  },
  {
    id: id('spare', 2),
    name: 'Garde d’épée',
    gadget: { id: id('gadget', 3), label: 'Épée de Cyrano' },
    price: null,
  },
];
