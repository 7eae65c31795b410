import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { stepFrom } from './inline-order';

const order = ['a', 'b', 'c'].map((name): FieldDescriptor => ({
  name,
  type: 'text',
  required: false,
  label: { fr: name, en: name },
}));

it('moves between the values of a page and stops at its ends', () => {
  expect(stepFrom(order, 'a', 'next')).toBe('b');
  expect(stepFrom(order, 'b', 'previous')).toBe('a');
  expect(stepFrom(order, 'c', 'next')).toBeNull();
  expect(stepFrom(order, 'a', 'previous')).toBeNull();
  expect(stepFrom(order, 'a', 'stay')).toBeNull();
  expect(stepFrom(order, 'a', 'leave')).toBeNull();
  expect(stepFrom(order, 'elsewhere', 'next')).toBeNull();
});
