import { Problem, type Tx } from '@coulisse/service-kit';

/** An event about an unknown payment, or about one of another record, fails: staff have to look at it. */
export async function checkBelongs(
  tx: Tx,
  paymentId: string,
  { reservationId, giftVoucherId }: { reservationId?: string; giftVoucherId?: string },
): Promise<void> {
  const { rowCount } = await tx.sql.query(
    `SELECT 1 FROM payment WHERE id = $1
       AND reservation_id IS NOT DISTINCT FROM $2::uuid AND gift_voucher_id IS NOT DISTINCT FROM $3::uuid`,
    [paymentId, reservationId ?? null, giftVoucherId ?? null],
  );
  if (rowCount === 0) throw new Problem('payment.unknown-order');
}
