/** Performances from today on, with their arrivals. */
export const RECEPTION_PERFORMANCES = '/b/api/prestiscene/reception/representations';

/** Which columns of the reception list the person shows. */
export const RECEPTION_CONFIGURATION = '/b/api/prestiscene/reception/configuration';
export const SAVE_RECEPTION_CONFIGURATION = '/b/api/prestiscene/reception/save-configuration';

/** What the portal reads before it shows a page: kept for doors without a network. */
export const CURRENT_USER = '/b/api/core/me';
export const DESCRIBED_RESOURCES = '/b/api/_resources';

/** The bytes of a document. */
export const documentContentPath = (id: string): string => `/b/api/core/documents/${id}/content`;

/** Templates of tickets and mails. */
export const TEMPLATES = '/b/api/configuration/templates';

/** Who waits for a performance, and who is choosing seats. */
export const waitingRoomPath = (performanceId: string): string =>
  `/b/api/configuration/representations/${performanceId}/waiting-room`;

/** Marks what is sent by post as sent, or as not sent. */
export const toggleSentPath = (id: string): string => `/b/api/prestiscene/list-to-send/${id}/toggle-sent`;
/** Shows that play from today on, with what was sold for them. */
export const SHOW_SALES = '/b/api/configuration/spectacles/statistics-data';
/** The box office at a glance: today, the next days, the sales of the week. */
export const OVERVIEW = '/b/api/configuration/representations/statistics-data';

/** What was sold for a performance. */
export const figuresPath = (performanceId: string): string =>
  `/b/api/configuration/representations/${performanceId}/statistics-data`;

/** The difference of a performance's seats to the room plan, and their synchronisation. */
export const synchronisePath = (performanceId: string): string =>
  `/b/api/configuration/representations/${performanceId}/sync-with-plan-salle`;
/** The plan of a performance with the state of every seat. */
export const performancePlanPath = (performanceId: string): string =>
  `/b/api/configuration/representations/${performanceId}/plan`;

/** The reservations of a performance with their seats. */
export const placementPath = (performanceId: string): string =>
  `/b/api/configuration/representations/${performanceId}/placement`;

/** Placements of many reservations at once. */
export const automaticPlacementPath = (performanceId: string): string =>
  `/b/api/configuration/representations/${performanceId}/automatic-placement`;

/** Documents of a performance for who prepares the room. */
export const planDocumentPath = (performanceId: string, kind: string): string =>
  `/b/api/configuration/representations/${performanceId}/${kind}-pdf`;

/** Locks of seats against placements. */
export const tableNumberLockPath = (performanceId: string): string =>
  `/b/api/configuration/representations/${performanceId}/table-number-lock`;

/** Performances as the box office sells them. */
export const DESK_PERFORMANCES = '/b/api/prestiscene/desk/representations';

export const deskPerformancePath = (id: string): string => `/b/api/prestiscene/desk/representations/${id}`;

/** The seats that the desk's cart holds. */
export const deskHoldsPath = (id: string): string => `/b/api/prestiscene/desk/representations/${id}/holds`;

/** What the desk's cart costs with what was typed. */
export const DESK_PRICES = '/b/api/prestiscene/desk/prices';

export const DESK_SALES = '/b/api/prestiscene/desk/sales';

export const reservationDetailsPath = (id: string): string =>
  `/b/api/prestiscene/reservations/${id}/informations`;

/** Agrees on the payments of a pre-reservation. */
export const instalmentsPath = (id: string): string => `/b/api/prestiscene/reservations/${id}/instalments`;

/** Mails the buyer the link by which they pay what is left. */
export const paymentLinkPath = (id: string): string =>
  `/b/api/prestiscene/reservations/${id}/send-payment-link`;

/** Third parties. */
export const TIERS = '/b/api/crm/tiers';

/** A statement of a period: declarations, slip, accounts. */
export const STATEMENTS = '/b/api/configuration/representations/statements';

/** What the desk sells on gift vouchers, and their sale. */
export const VOUCHER_OFFER = '/b/api/prestiscene/desk/gift-voucher-offer';
export const voucherPath = (
  id: string,
  what: 'informations' | 'collect' | 'send-payment-link' | 'toggle-postal-sended',
): string => `/b/api/prestiscene/gift-vouchers/${id}/${what}`;

/** Mails a gift voucher to its buyer again. */
export const voucherResendPath = (id: string): string => `/b/api/prestiscene/gift-vouchers/${id}/resend`;

/** What a gift voucher was worth, and every use of it. */
export const voucherUsesPath = (id: string): string => `/b/api/prestiscene/gift-vouchers/${id}/uses`;

/** Changes of a reservation, sold or not; those with a quote under them show first what they would cost. */
export const changePath = (
  id: string,
  what:
    | 'cancel-places'
    | 'cancel-places/quote'
    | 'exchange'
    | 'exchange/quote'
    | 'formulas'
    | 'formulas/quote'
    | 'refund-credit'
    | 'revise'
    | 'revise/quote',
): string => `/b/api/prestiscene/reservations/${id}/${what}`;

/** Who has a reservation open. */
export const presencePath = (id: string): string => `/b/api/prestiscene/reservations/${id}/presence`;

export const GIFT_VOUCHERS = '/b/api/prestiscene/gift-vouchers';

/** The gift voucher of a code, as the box office accepts it. */
export const DESK_VOUCHERS = '/b/api/prestiscene/desk/gift-vouchers';

/** Plays a performance at another time. */
export const postponePerformancePath = (performanceId: string): string =>
  `/b/api/configuration/representations/${performanceId}/postpone`;
/** Cancels a performance with its reservations. */
export const cancelPerformancePath = (performanceId: string): string =>
  `/b/api/configuration/representations/${performanceId}/cancel`;

/** How many parties are on the waiting list of a performance. */
export const waitingListPath = (performanceId: string): string =>
  `/b/api/configuration/representations/${performanceId}/waiting-list`;

/** A quote or a bill for a reservation, as sales creates one. */
export const documentDraftPath = (id: string, kind: 'quote' | 'bill'): string =>
  `/b/api/prestiscene/reservations/${id}/document-draft/${kind}`;

/** Gift vouchers of one state that belong to a record: a customer, a reservation or a package. */
export const vouchersByEntityPath = (entity: string, id: string, state: string): string =>
  `/b/api/prestiscene/gift-vouchers/by-entity?${new URLSearchParams({ entity, id, state })}`;
