import { consumer, Problem } from '@coulisse/service-kit';

const SETTLE = `UPDATE payable_bill SET box_office_minor = $3, box_office_revision = $4
  WHERE tenant_id = $1 AND bill_id = $2 AND box_office_revision < $4`;

/** Issued bills of sales do not change any more; what is left to pay of them does. */
export const onBill = consumer('sales.bill.v1', 'payments.on-bill', {
  async posted({ billId, code, tiersId, totalMinor, currency }, tx) {
    await tx.sql.query(
      `INSERT INTO payable_bill (bill_id, tenant_id, code, tiers_id, total_minor, currency) VALUES ($2, $1, $3, $4, $5, $6)
       ON CONFLICT (tenant_id, bill_id) DO NOTHING`,
      [tx.tenantId, billId, code, tiersId, totalMinor, currency],
    );
  },
  /** The bill is there: both events have its key. */
  async credited({ billId, amountMinor }, tx) {
    await tx.sql.query(
      'UPDATE payable_bill SET credited_minor = credited_minor + $3 WHERE tenant_id = $1 AND bill_id = $2',
      [tx.tenantId, billId, amountMinor],
    );
  },
  /** Everything that the box office settles of a bill, which a payment may no longer. */
  async settledAtBoxOffice({ billId, revision, amountMinor }, tx) {
    const values = [tx.tenantId, billId];
    const [, bills] = await tx.sql.batch([
      { name: 'settle-at-box-office', text: SETTLE, values: [...values, amountMinor, revision] },
      {
        name: 'known-bill',
        text: 'SELECT 1 FROM payable_bill WHERE tenant_id = $1 AND bill_id = $2',
        values,
      },
    ]);
    // The event that it was issued is tried again, and so is this one.
    if (bills?.rowCount !== 1) throw new Problem('service.unavailable');
  },
});
