import type { Defect } from '@coulisse/test-kit';

/** A sale takes its seats whoever has them. */
export const sellingAnySeat: Defect = (text) =>
  text.replace(
    "WHERE claim.state = 'HELD' AND (claim.expires_at <= now() OR claim.cart_id = excluded.cart_id)\nRETURNING",
    'RETURNING',
  );

/** A hold takes its seats whoever holds them. */
export const holdingAnySeat: Defect = (text) =>
  text.replace(
    "WHERE claim.state = 'HELD' AND (claim.expires_at <= now() OR claim.cart_id = excluded.cart_id)\n  RETURNING",
    'RETURNING',
  );

/** A first ticket key is stored although another process has stored one meanwhile. */
export const keyingTwice: Defect = (text) =>
  text.replace(/^(INSERT INTO ticket_key .*) ON CONFLICT \(tenant_id, number\) DO NOTHING/s, '$1');

/** Who joins a waiting list gets a rank, and does not keep others from joining meanwhile. */
export const joiningTogether: Defect = (text) =>
  text.replace(
    /^INSERT INTO waiting_list AS list .*RETURNING last_rank$/s,
    'SELECT last_rank + 1 AS last_rank FROM waiting_list WHERE tenant_id = $$1 AND performance_id = $$2',
  );

/** A move takes its seats whoever has them, and counts all that it wants to leave as left. */
export const movingAnySeat: Defect = (text) =>
  text
    .replace("WHERE claim.state = 'HELD' AND claim.expires_at <= now()\nRETURNING", 'RETURNING')
    .replace(
      /^DELETE FROM seat_claim claim USING unnest\(.*RETURNING claim\.seat_id$/s,
      'WITH gone AS ($&) SELECT seat FROM unnest($$4::uuid[]) AS seat, (SELECT count(*) FROM gone) AS counted',
    );

/** The statement with which commands read the reservation that they change. */
export const LOCKED_RESERVATION = /FROM "?reservation"? .* FOR UPDATE/s;
/** The statement with which settlements read the sale that they decide about. */
export const SALE_OF_RESERVATION = /^SELECT s\.reservation_id, s\.cart_id/;
/** The statement with which changes of a sold reservation read which edition it has. */
export const EDITION_OF_SALE = /^SELECT s\.edition, s\.is_withheld/;
/** The statement with which a transition reads the reservation that it changes. */
export const RESERVATION_OF_TRANSITION = /FROM "reservation" t .* FOR UPDATE OF t/s;
/** The statement with which a transition reads the gift voucher that it changes. */
export const VOUCHER_OF_TRANSITION = /FROM "gift_voucher" t .* FOR UPDATE OF t/s;
/** The statement with which doors read who is in. */
export const ADMITTED = /FROM admission WHERE tenant_id = \$1 AND outcome = 'GREEN'/;
/** The statement with which commands read the performance that they change. */
export const LOCKED_PERFORMANCE = /FROM "?performance"? .* FOR UPDATE/s;
/** The statement with which moves on a plan read where everybody sits. */
export const PLACES_OF_PARTIES = /FROM reservation r\nJOIN sale_process sale /;
