/** A break that is made on purpose. Removed again once a release contains it. */
export interface AcceptedBreak {
  /** The sentence of the comparison, after the name of the part: `crm: GET /b/api/crm/tiers is removed`. */
  readonly change: string;
  /** Why no client of the last release needs it. */
  readonly reason: string;
}

const RESPONSES = {
  documents: [
    'documents: documents.document.page (response).items[].',
    'documents: documents.document (response).',
  ],
  notifications: [
    'notifications: notifications.notification.page (response).items[].',
    'notifications: notifications.notification (response).',
  ],
} as const;

/** Lists of documents and mails: their kind and record replace fields that only reservations had. */
const WITHOUT_A_DOMAIN = [
  { list: 'documents: GET /b/api/core/documents', fields: ['renderedKind', 'reservation'] },
  { list: 'notifications: GET /b/api/notifications', fields: ['mailKind', 'reservation', 'template'] },
].flatMap(({ list, fields }) =>
  fields.flatMap((field) => [
    `${list}: query columns[] no longer accepts "${field}"`,
    ...['', '-'].flatMap((direction) => [
      `${list}: query sort no longer accepts "${direction}${field}"`,
      `${list}/{id}/neighbours: query sort no longer accepts "${direction}${field}"`,
    ]),
    ...RESPONSES[list.startsWith('documents') ? 'documents' : 'notifications'].map(
      (response) => `${response}${field} is removed`,
    ),
  ]),
);

const RESERVATIONS = 'ticketing: GET /b/api/prestiscene/reservations';
/** The performance of a reservation has another name. */
const REPRESENTATION = [
  `${RESERVATIONS}: query columns[] no longer accepts "performance"`,
  ...['', '-'].flatMap((direction) => [
    `${RESERVATIONS}: query sort no longer accepts "${direction}performance"`,
    `${RESERVATIONS}/{id}/neighbours: query sort no longer accepts "${direction}performance"`,
  ]),
  ...['ticketing.reservation (response).', 'ticketing.reservation.page (response).items[].'].map(
    (response) => `ticketing: ${response}performance is removed`,
  ),
];

export const ACCEPTED_BREAKS: readonly AcceptedBreak[] = [
  {
    change: 'ticketing: POST /b/api/prestiscene/reservations/{id}/transitions/valid is removed',
    reason:
      'Only the sale does this transition: no role ever had its right, so every client got 403, and still does.',
  },
  ...[...WITHOUT_A_DOMAIN, ...RESPONSES.documents.map((response) => `${response}kind may now be string`)].map(
    (change) => ({
      change,
      reason:
        'Only the own screens read these lists; they show the kind and the record that a document or mail is about.',
    }),
  ),
  ...REPRESENTATION.map((change) => ({
    change,
    reason:
      'Only the own screens read reservations; lists still take the former name, and answer with `representation`.',
  })),
  ...['ticketing.reservation (response).', 'ticketing.reservation.page (response).items[].'].map(
    (response) => ({
      change: `ticketing: ${response}customerEmail may now be null`,
      reason:
        'Only the own screens read reservations; a sale at the desk may be to somebody without an e-mail address.',
    }),
  ),
];
