import type { ticketingV1 } from '@coulisse/contracts';
import type { Tx } from '@coulisse/service-kit';
import type { CustomerFields } from '../../resources/reservation.resource';

interface Row extends Record<string, unknown> {
  name: string;
  email: string;
  language: string;
  tiersId: string;
  /** Null for a voucher that staff entered without them. */
  fields: CustomerFields | null;
}

const BUYER = `SELECT customer_name AS name, coalesce(customer_email, '') AS email, language::text AS language,
    coalesce(customer_id::text, '') AS "tiersId", customer_fields AS fields
  FROM gift_voucher WHERE tenant_id = $1 AND id = $2`;

/** Who bought a gift voucher, and the third party that the desk chose; null when there is no voucher. */
export async function voucherBuyer(
  tx: Tx,
  id: string,
): Promise<{ customer: ticketingV1.Customer; tiersId: string } | null> {
  const { rows } = await tx.sql.query<Row>(BUYER, [tx.tenantId, id]);
  const [row] = rows;
  if (!row) return null;
  const { fields, name, email, language, tiersId } = row;
  return {
    customer: {
      email,
      firstName: fields?.firstName ?? '',
      lastName: fields?.lastName || name,
      telephone: fields?.telephone ?? '',
      addressLine1: fields?.addressLine1 ?? '',
      zipCode: fields?.zipCode ?? '',
      city: fields?.city ?? '',
      country: fields?.country ?? '',
      language,
      newsletterSubscribed: false,
    },
    tiersId,
  };
}
