import type { Tx } from '@coulisse/service-kit';
import { organiserOf, type Organiser } from './performances.read-model';

/** What the pages of a theatre and of its shows say about the way there. */
export interface PublicTheatre extends Organiser {
  /** In one line. */
  address: string;
  directions: string;
  wheelchairAccess: string;
  /** False while its settings have a message instead of the sale. */
  sellsGiftVouchers: boolean;
}

interface AccessRow extends Record<string, unknown> {
  address: string;
  directions: string | null;
  wheelchair_access: string | null;
  sells_gift_vouchers: boolean;
}

const ACCESS = `SELECT t.address, own.directions_text AS directions, own.wheelchair_access_text AS wheelchair_access,
    nullif(btrim(own.gift_voucher_cannot_be_sold_message), '') IS NULL AS sells_gift_vouchers
  FROM tenant_profile t LEFT JOIN settings own ON own.tenant_id = t.tenant_id WHERE t.tenant_id = $1`;

export async function theatreOf(tx: Tx): Promise<PublicTheatre> {
  const organiser = await organiserOf(tx);
  const { rows } = await tx.sql.named<AccessRow>('access-of-theatre', ACCESS, [tx.tenantId]);
  return {
    ...organiser,
    address: rows[0]?.address ?? '',
    directions: rows[0]?.directions ?? '',
    wheelchairAccess: rows[0]?.wheelchair_access ?? '',
    sellsGiftVouchers: rows[0]?.sells_gift_vouchers ?? false,
  };
}
