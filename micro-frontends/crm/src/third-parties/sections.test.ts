import { formSections, isVisible, recordSections } from './sections';

const fields = ['name', 'firstName', 'siret', 'email', 'subscriptionEnd', 'contacts', 'contactOf'];
const shown = (kind: string | undefined) => fields.filter((field) => isVisible(field, { kind }));

it('asks a person for two names, a company for one and its numbers, a society for its subscription', () => {
  expect(shown('particular')).toEqual(['firstName', 'email', 'contactOf']);
  expect(shown('society')).toEqual(['name', 'siret', 'email', 'subscriptionEnd', 'contacts']);
  expect(shown('supplier')).toEqual(['name', 'siret', 'email', 'contacts']);
});

it('leaves it to the list of one kind what it shows', () => expect(shown(undefined)).toEqual(fields));

it('shows what other services fill once they have', () => {
  const job = { kind: 'particular', job: { id: 'x', label: 'Régisseur' } };
  expect(isVisible('job', { kind: 'particular', job: null })).toBe(false);
  expect(isVisible('job', job)).toBe(true);
  expect(isVisible('mergedInto', { kind: 'society', mergedInto: null })).toBe(false);
});

it('names each field once', () => {
  for (const sections of [recordSections, formSections]) {
    const all = sections.flatMap((section) => section.fields);
    expect(new Set(all).size).toBe(all.length);
  }
});
