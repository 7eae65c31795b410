import { canBuy, formSections, isVisible, recordSections } from './sections';

const fields = ['name', 'firstName', 'siret', 'email', 'subscriptionEnd', 'contacts', 'contactOf'];
const shown = (kind: string | undefined) => fields.filter((field) => isVisible(field, { kind }));

it('shows a person two names, a company one name and its numbers, a society its subscription', () => {
  expect(shown('particular')).toEqual(['firstName', 'email', 'contactOf']);
  expect(shown('society')).toEqual(['name', 'siret', 'email', 'subscriptionEnd', 'contacts']);
  expect(shown('supplier')).toEqual(['name', 'siret', 'email', 'contacts']);
});

it('shows all fields when the kind is not set', () => expect(shown(undefined)).toEqual(fields));

it('shows fields filled by other services only when they have a value', () => {
  const job = { kind: 'particular', job: { id: 'x', label: 'Régisseur' } };
  expect(isVisible('job', { kind: 'particular', job: null })).toBe(false);
  expect(isVisible('job', job)).toBe(true);
  expect(isVisible('mergedInto', { kind: 'society', mergedInto: null })).toBe(false);
});

it('contains each field once', () => {
  for (const sections of [recordSections, formSections]) {
    const all = sections.flatMap((section) => section.fields);
    expect(new Set(all).size).toBe(all.length);
  }
});

it('lets people and companies buy, but no supplier and no archived record', () => {
  expect(canBuy({ kind: 'particular', isArchived: false }, 'crm.tiers')).toBe(true);
  expect(canBuy({}, 'crm.society')).toBe(true);
  expect(canBuy({ kind: 'supplier' }, 'crm.tiers')).toBe(false);
  expect(canBuy({}, 'crm.supplier')).toBe(false);
  expect(canBuy({ kind: 'particular', isArchived: true }, 'crm.tiers')).toBe(false);
});
