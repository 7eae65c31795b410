import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { recordTitle } from './record-title';

const descriptor = {
  labelField: 'name',
  label: { fr: 'Représentation', en: 'Performance' },
  fields: [{ name: 'name', kind: 'text' }],
} as unknown as ResourceDescriptor;
const record = { id: 'p1', name: 'Cyrano · 29/11/2026 20:30' };

test('a record is titled as its module writes it', () => {
  const title = () => 'Cyrano · dim. 29 nov. 20:30';
  expect(recordTitle({ title }, descriptor, record, 'fr')).toBe('Cyrano · dim. 29 nov. 20:30');
});

test.each([[undefined], [{}], [{ title: () => '' }]])(
  'with %p it is titled by what names it',
  (overrides) => {
    expect(recordTitle(overrides, descriptor, record, 'fr')).toBe(record.name);
  },
);
