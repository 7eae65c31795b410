/**
 * Whether nobody is about to buy the draft reservation `r` any more: its seats are free again, and the bank was not asked for
 * money, or so long ago that it will not accept it.
 */
export const IS_ABANDONED_DRAFT = `(r.state = 'DRAFT'
  AND EXISTS (SELECT 1 FROM sale_process s JOIN cart c ON c.tenant_id = s.tenant_id AND c.id = s.cart_id
    WHERE s.tenant_id = r.tenant_id AND s.reservation_id = r.id AND c.expires_at <= now())
  AND NOT EXISTS (SELECT 1 FROM reservation_payment p WHERE p.tenant_id = r.tenant_id AND p.reservation_id = r.id
    AND p.state = 'STARTED' AND p.at > now() - interval '3 hours'))`;
