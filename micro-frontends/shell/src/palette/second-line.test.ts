import type { ResourceDescriptor, ResourceScreens } from '@coulisse/mfe-kit';
import { secondLine } from './second-line';

const field = (name: string, type = 'text') => ({
  name,
  type,
  required: false,
  label: { fr: name, en: name },
});
const descriptor = {
  labelField: 'name',
  list: ['name', 'kind', 'email'],
  fields: [field('name'), field('kind'), field('email')],
} as unknown as ResourceDescriptor;
const screens = (second?: Record<string, string[]>) =>
  ({ overrides: { list: second ? { second } : {} } }) as unknown as ResourceScreens;
const row = { id: '1', name: 'Camille Durand', kind: 'Particulier', email: 'camille@exemple.fr' };

it('uses the fields that the list shows under the name', () => {
  const shown = { descriptor, screens: screens({ name: ['email'] }) };
  expect(secondLine(shown, row, 'fr')).toBe('camille@exemple.fr');
  expect(secondLine(shown, { ...row, email: null }, 'fr')).toBe('Particulier');
});

it('falls back to the next non-empty column', () => {
  expect(secondLine({ descriptor, screens: screens() }, row, 'fr')).toBe('Particulier');
  expect(secondLine({ descriptor, screens: screens() }, { id: '1', name: 'Camille' }, 'fr')).toBe('');
});
