import { matchRoutes } from 'react-router';
import { OTHER_ADDRESSES } from '../screen-paths';
import { pageOf } from './other-addresses';
import { documentOf, PLAN_DOCUMENTS } from './placement/plan-documents';

const routes = OTHER_ADDRESSES.map((path) => ({ path }));

// The screens of area show in the list of routes (`spec/routes.yaml`) that are not the address of a page of ours.
test.each([
  ['/configuration/spectacles/s1/representations', '/configuration/representations?f.show.eq=s1', undefined],
  [
    '/configuration/spectacles/s1/representations/p1/edit',
    '/configuration/representations/p1/edit',
    undefined,
  ],
  [
    '/configuration/spectacles/s1/representations/p1/plan',
    '/configuration/representations/p1/plan',
    undefined,
  ],
  [
    '/configuration/spectacles/s1/representations/p1/duplicate',
    '/configuration/representations/p1/duplicate',
    undefined,
  ],
  [
    '/configuration/representations/p1/automatic-placement',
    '/configuration/representations/p1/plan',
    'automatic-placement',
  ],
  [
    '/configuration/representations/p1/sync-with-plan-salle',
    '/configuration/representations/p1/informations',
    'synchronisation',
  ],
  ['/configuration/salles/r1/plans', '/configuration/salles/r1', undefined],
  ['/configuration/salles/r1/plans/l1/save-shapes', '/configuration/salles/r1/plans/l1', undefined],
  [
    '/prestiscene/gift-vouchers/v1/toggle-postal-sended',
    '/prestiscene/gift-vouchers/v1/informations',
    undefined,
  ],
  ['/prestiscene/gift-vouchers/cart/v1/edit-customer', '/prestiscene/gift-vouchers/v1/informations', 'buyer'],
  ['/prestiscene/reservations/cart/r1/edit-customer', '/prestiscene/reservations/r1/informations', 'buyer'],
  ['/prestiscene/reservations/cart/r1/edit-comment', '/prestiscene/reservations/r1/informations', 'comment'],
  [
    '/prestiscene/reservations/cart/r1/edit-quote-date',
    '/prestiscene/reservations/r1/informations',
    'quote-date',
  ],
  ['/prestiscene/reservations/r1/edit-comment', '/prestiscene/reservations/r1/informations', 'comment'],
  ['/prestiscene/reservations/r1/edit-quote-date', '/prestiscene/reservations/r1/informations', 'quote-date'],
])('%s leads to %s', (address, path, opens) => {
  expect(matchRoutes(routes, address)).not.toBeNull();
  expect(pageOf(address)).toEqual({ path, ...(opens && { opens }) });
});

test('an address that nobody gives leads nowhere', () => {
  expect(pageOf('/prestiscene/reservations/r1/edit-everything')).toBeNull();
  expect(pageOf('/configuration/spectacles/s1/representations/p1/labels')).toBeNull();
});

test.each(PLAN_DOCUMENTS)('the document %s is at its address', (kind) => {
  expect(matchRoutes(routes, `/configuration/representations/p1/${kind}-pdf`)).not.toBeNull();
  expect(documentOf(`${kind}-pdf`)).toBe(kind);
  expect(documentOf(kind)).toBeUndefined();
});
