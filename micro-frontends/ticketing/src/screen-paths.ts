import type { StatementKind } from './screens/statements/statement-types';

/** The page of a performance. */
export const performancePage = (id: string): string => `/configuration/representations/${id}`;

/** The page of a room. */
export const roomPage = (id: string): string => `/configuration/salles/${id}`;

/** The performances of a show. */
export const performancesOf = (showId: string): string =>
  `/configuration/representations?${new URLSearchParams([['f.show.eq', showId]])}`;

/** A statement of one day. */
export const statementPage = (kind: StatementKind, day: string): string =>
  `/prestiscene/statements?${new URLSearchParams({ kind, from: day, until: day })}`;

/** The plan of a performance with its reservations. */
export const placementPage = (id: string): string => `/configuration/representations/${id}/plan`;

/** The reservations of a performance, of one state or of all. */
export const reservationsOf = (performanceId: string, state?: 'VALIDATED' | 'PRE_RESERVATION'): string => {
  const filters = new URLSearchParams([['f.representation.eq', performanceId]]);
  if (state) filters.append('f.state.eq', state);
  return `/prestiscene/reservations?${filters}`;
};

/** The payments of which money waits to be given back. */
export const PAYMENTS_TO_REFUND = '/sale/payments?f.refundState.eq=TO_REFUND';

/** The page on which places of a sold reservation are exchanged, and the reservation itself. */
export const exchangePath = (reservationId: string): string =>
  `/prestiscene/reservations/${reservationId}/exchange`;
/** Changes of a reservation that is not sold yet. */
export const revisePath = (reservationId: string): string =>
  `/prestiscene/reservations/${reservationId}/revise`;
export const reservationPage = (id: string): string => `/prestiscene/reservations/${id}/informations`;

/** A quote or a bill. */
export const documentScreen = (kind: 'quote' | 'bill', id: string): string =>
  `/sale/${kind}s/${id}/informations`;

/** The sale of gift vouchers at the desk, and a voucher. */
export const VOUCHER_SALE_PAGE = '/prestiscene/gift-vouchers/cart/add';
export const voucherPage = (id: string): string => `/prestiscene/gift-vouchers/${id}/informations`;

/** The settings of the box office, and the page that makes the lines for a theatre's own site. */
export const settingsPage = (id: string): string => `/configuration/settings/${id}`;
export const WIDGET_PAGE = '/configuration/widget';

/** The waiting list of a performance. */
export const waitingEntriesOf = (performanceId: string): string =>
  `/prestiscene/waiting-entries?${new URLSearchParams([['f.performance.eq', performanceId]])}`;

/** Addresses that name a record otherwise than its page does: `screens/other-addresses.ts` says where they lead. */
export const OTHER_ADDRESSES: readonly string[] = [
  'configuration/spectacles/:show/representations/*',
  'configuration/representations/:id/:part',
  'configuration/salles/:id/plans/*',
  'prestiscene/gift-vouchers/:id/:part',
  'prestiscene/gift-vouchers/cart/:id/:part',
  'prestiscene/reservations/:id/:part',
  'prestiscene/reservations/cart/:id/:part',
];
