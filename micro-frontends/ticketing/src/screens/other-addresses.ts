import {
  performancePage,
  performancesOf,
  placementPage,
  reservationPage,
  voucherPage,
} from '../screen-paths';

/** What a page opens at once. */
export type Opens = 'buyer' | 'comment' | 'quote-date' | 'automatic-placement' | 'synchronisation';

interface Target {
  path: string;
  opens?: Opens;
}
type Ids = Readonly<Record<string, string | undefined>>;

const SHOW = '/configuration/spectacles/:show/representations';
const PERFORMANCE = '/configuration/representations/:id';
const CART = '/prestiscene/reservations/cart/:id';
const RESERVATION = '/prestiscene/reservations/:id';
const OPENS = {
  'edit-customer': 'buyer',
  'edit-comment': 'comment',
  'edit-quote-date': 'quote-date',
} as const;

const reservationPart = (part: keyof typeof OPENS): [string, (ids: Ids) => Target][] =>
  [CART, RESERVATION].map((path) => [
    `${path}/${part}`,
    ({ id = '' }) => ({ path: reservationPage(id), opens: OPENS[part] }),
  ]);

/** Addresses of the specification, and where what they name is shown. */
const TARGETS: readonly [string, (ids: Ids) => Target][] = [
  [SHOW, ({ show = '' }) => ({ path: performancesOf(show) })],
  [`${SHOW}/:id`, ({ id = '' }) => ({ path: performancePage(id) })],
  [`${SHOW}/:id/edit`, ({ id = '' }) => ({ path: `${performancePage(id)}/edit` })],
  [`${SHOW}/:id/duplicate`, ({ id = '' }) => ({ path: `${performancePage(id)}/duplicate` })],
  [`${SHOW}/:id/plan`, ({ id = '' }) => ({ path: placementPage(id) })],
  [
    `${PERFORMANCE}/automatic-placement`,
    ({ id = '' }) => ({ path: placementPage(id), opens: 'automatic-placement' }),
  ],
  [
    `${PERFORMANCE}/sync-with-plan-salle`,
    ({ id = '' }) => ({ path: `${performancePage(id)}/informations`, opens: 'synchronisation' }),
  ],
  ['/configuration/salles/:id/plans', ({ id = '' }) => ({ path: `/configuration/salles/${id}` })],
  [
    '/configuration/salles/:id/plans/:plan/save-shapes',
    ({ id = '', plan = '' }) => ({ path: `/configuration/salles/${id}/plans/${plan}` }),
  ],
  ['/prestiscene/gift-vouchers/:id/toggle-postal-sended', ({ id = '' }) => ({ path: voucherPage(id) })],
  [
    '/prestiscene/gift-vouchers/cart/:id/edit-customer',
    ({ id = '' }) => ({ path: voucherPage(id), opens: 'buyer' }),
  ],
  ...reservationPart('edit-customer'),
  ...reservationPart('edit-comment'),
  ...reservationPart('edit-quote-date'),
];

/** The ids in an address of this form; null for another one. */
function idsIn(path: string, address: string): Ids | null {
  const [names, parts] = [path.split('/'), address.replace(/\/$/, '').split('/')];
  if (names.length !== parts.length) return null;
  const ids: Record<string, string> = {};
  for (const [at, name] of names.entries()) {
    const part = parts[at] ?? '';
    if (name.startsWith(':') && part) ids[name.slice(1)] = part;
    else if (name !== part) return null;
  }
  return ids;
}

/** The page of what an address names; null for an address that nobody gives. */
export function pageOf(pathname: string): Target | null {
  for (const [path, target] of TARGETS) {
    const ids = idsIn(path, pathname);
    if (ids) return target(ids);
  }
  return null;
}
