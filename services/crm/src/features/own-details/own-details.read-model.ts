import type { Tx } from '@coulisse/service-kit';
import { buyerId } from '../buyers/buyer-id.read-model';

/** What a buyer sees and changes of the third party that stands for them. */
export interface OwnDetails {
  /** 0 while there is no record: the first change creates it. */
  version: number;
  firstName: string;
  lastName: string;
  telephone: string;
  address: OwnAddress | null;
  newsletterSubscribed: boolean;
}
export interface OwnAddress {
  addressLine1: string;
  zipCode: string;
  city: string;
  country: string;
}

/** The address that bills go to. */
const DETAILS = `SELECT t.version, coalesce(t.first_name, '') AS "firstName", coalesce(t.last_name, '') AS "lastName",
    coalesce(t.telephone, '') AS telephone, t.newsletter_subscribed AS "newsletterSubscribed", a.id IS NOT NULL AS "hasAddress",
    coalesce(a.address_line1, '') AS "addressLine1", coalesce(a.zip_code, '') AS "zipCode", coalesce(a.city, '') AS city,
    coalesce(a.country, '') AS country
  FROM tiers t
  LEFT JOIN LATERAL (
    SELECT * FROM tiers_addresses x WHERE x.tenant_id = t.tenant_id AND x.parent_id = t.id
    ORDER BY x.main_billing DESC, x.position LIMIT 1) a ON true
  WHERE t.tenant_id = $1 AND t.id = $2`;

interface Row extends Omit<OwnDetails, 'address'>, OwnAddress, Record<string, unknown> {
  hasAddress: boolean;
}

/** What is stored about the buyer with an address; null when nothing is. */
export async function ownDetails(tx: Tx, email: string): Promise<OwnDetails | null> {
  const id = await buyerId(tx, email);
  if (id === undefined) return null;
  const { rows } = await tx.sql.query<Row>(DETAILS, [tx.tenantId, id]);
  const [row] = rows;
  if (!row) return null;
  const { hasAddress, addressLine1, zipCode, city, country, ...details } = row;
  return { ...details, address: hasAddress ? { addressLine1, zipCode, city, country } : null };
}
