import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { columnTracks, fitsInRow } from './line-layout';

const field = (type: FieldDescriptor['type']): FieldDescriptor => ({
  name: type,
  type,
  required: false,
  label: { fr: type, en: type },
});
const vat = [field('text'), field('percent'), field('money')];

it('shows lines as table rows only where every column has room', () => {
  expect(fitsInRow(vat, 600)).toBe(true);
  expect(fitsInRow(vat, 340)).toBe(false);
  expect(fitsInRow([...vat, field('longText')], 2000)).toBe(false);
  // The width is 0 before the first layout.
  expect(fitsInRow(vat, 0)).toBe(false);
});

it('gives text columns more room than number columns', () => {
  expect(columnTracks([field('text'), field('bool'), field('money')])).toBe(
    '20px minmax(128px, 2fr) 64px minmax(104px, 1fr) 88px',
  );
});
