import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { setTimeZone } from '@coulisse/ui-kit/format';
import { bodyValue, changeBody, createBody, initialDraft, typedNumber } from './values';

const field = (
  name: string,
  type: FieldDescriptor['type'],
  overrides: Partial<FieldDescriptor> = {},
): FieldDescriptor => ({
  name,
  type,
  required: false,
  label: { fr: name, en: name },
  ...overrides,
});
const fields = [
  field('name', 'text'),
  field('price', 'money'),
  field('places', 'int'),
  field('show', 'ref', { ref: 'ticketing.show' }),
  field('open', 'bool'),
  field('total', 'money', { readonly: true }),
  field('addresses', 'children', {
    fields: [field('city', 'text'), field('rank', 'int', { readonly: true })],
  }),
];

it('parses numbers in French formats', () => {
  expect(typedNumber('1\u202f234,50 €')).toBe('1234.50');
  expect(typedNumber(' 5,5 % ')).toBe('5.5');
  expect(typedNumber('douze')).toBe('douze');
});

it('sends ids of references and leaves readonly fields out', () => {
  const draft = {
    name: ' Alvéo ',
    price: '89,00',
    places: '12',
    show: { id: 's1', label: 'Nuit blanche' },
    total: '1.00',
    addresses: [{ id: 'a1', city: 'Meaux', rank: 1 }, { city: '' }],
  };
  expect(createBody(fields, draft)).toEqual({
    name: 'Alvéo',
    price: '89.00',
    places: 12,
    show: 's1',
    open: false,
    addresses: [{ id: 'a1', city: 'Meaux' }, { city: null }],
  });
});

it('sends only what changed, and null for what was emptied', () => {
  const before = { name: 'Alvéo', price: '89.00', places: 12, show: { id: 's1', label: 'x' }, addresses: [] };
  expect(changeBody(fields, before, { ...before, price: '89,00', show: null, places: '13' })).toEqual({
    show: null,
    places: 13,
  });
  expect(changeBody(fields, before, before)).toEqual({});
});

it('sends the default of a line that was emptied, which is never null', () => {
  const lines = field('lines', 'children', {
    fields: [field('quantity', 'decimal', { default: '1' }), field('rate', 'percent')],
  });
  expect(bodyValue(lines, [{ quantity: '' }, { quantity: null, rate: '' }, { quantity: '0' }])).toEqual([
    { quantity: '1', rate: null },
    { quantity: '1', rate: null },
    { quantity: '0', rate: null },
  ]);
});

it('sends an invalid number as typed, for the server to refuse', () => {
  expect(bodyValue(fields[2] as FieldDescriptor, 'douze')).toBe('douze');
});

it('starts from the defaults', () => {
  expect(
    initialDraft([field('country', 'country', { default: 'FR' }), field('name', 'text')], { name: 'A' }),
  ).toEqual({
    country: 'FR',
    name: 'A',
  });
});

it('starts from the day of the tenant where a field proposes it', () => {
  jest.useFakeTimers({ now: new Date('2026-01-01T22:30:00Z') });
  setTimeZone('Indian/Reunion');
  expect(initialDraft([field('paidOn', 'date', { proposed: 'today' })])).toEqual({ paidOn: '2026-01-02' });
  setTimeZone(undefined);
  jest.useRealTimers();
});
