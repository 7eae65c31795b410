import { stepOfPage } from './pixel-steps';

const theatre = { slug: 'lumiere' };

test.each([
  ['/theatres/lumiere', 'THEATRE'],
  ['/spectacles/5', 'SHOW'],
  ['/reservations/cart/add/5', 'SEATS'],
] as const)('%s is the step %s (R-208)', (path, step) => {
  expect(stepOfPage(path, theatre)).toBe(step);
});

// The page that posts to the bank, and those of one order.
test.each([
  '/',
  '/theatres/other',
  '/reservations/cart/5/ask-email',
  '/reservations/cart/5/edit-customer',
  '/reservations/5/return',
  '/gift-vouchers/cart/add/lumiere',
  '/o',
  '/t',
  '/account',
])('no other site counts %s', (path) => {
  expect(stepOfPage(path, theatre)).toBeNull();
});
