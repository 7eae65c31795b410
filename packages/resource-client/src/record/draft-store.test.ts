import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { draftKey, dropDraft, storeDraft, readDraft } from './draft-store';

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

const memory = () => {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
};
const key = draftKey('crm.tiers', null);

it('stores typed values by resource and by record', () => {
  const store = memory();
  storeDraft(key, [field('name', 'text')], { name: 'Alvéo', gone: 1 }, { store, now: new Date(0) });
  expect(readDraft(key, store)).toEqual({ values: { name: 'Alvéo' }, at: '1970-01-01T00:00:00.000Z' });
  expect(readDraft(draftKey('crm.tiers', '42'), store)).toBeNull();
  dropDraft(key, store);
  expect(readDraft(key, store)).toBeNull();
});

it('never stores sensitive values, including those in lines', () => {
  const store = memory();
  const fields = [
    field('salary', 'money', { secret: true }),
    field('number', 'nir'),
    field('accounts', 'children', { fields: [field('bank', 'text'), field('account', 'iban')] }),
  ];
  const accounts = [{ id: 'a', _key: 'new-1', bank: 'CIC', account: 'FR14' }];
  storeDraft(key, fields, { salary: '2000.00', number: '253072A07300443', accounts }, { store });
  expect(readDraft(key, store)?.values).toEqual({ accounts: [{ id: 'a', _key: 'new-1', bank: 'CIC' }] });
});

it('marks a draft whose session ended while typing', () => {
  const store = memory();
  storeDraft(key, [field('name', 'text')], { name: 'x' }, { store, resume: true });
  expect(readDraft(key, store)).toMatchObject({ resume: true });
});

it('works without storage, and ignores invalid stored values', () => {
  const broken = {
    ...memory(),
    setItem: () => {
      throw new Error('full');
    },
  };
  expect(() => storeDraft(key, [], {}, { store: broken })).not.toThrow();
  const store = memory();
  store.held.set(key, '{"values":3}');
  expect(readDraft(key, store)).toBeNull();
  store.held.set(key, 'nonsense');
  expect(readDraft(key, store)).toBeNull();
});
