-- AlterTable
ALTER TABLE "gift_voucher_sale" ADD COLUMN     "taxed" JSONB NOT NULL DEFAULT '[]';

-- Statements read payments of vouchers by day.
CREATE INDEX "gift_voucher_payment_tenant_id_at_idx" ON "gift_voucher_payment" ("tenant_id", "at");
CREATE INDEX "gift_voucher_payment_tenant_id_refunded_at_idx" ON "gift_voucher_payment" ("tenant_id", "refunded_at") WHERE "refunded_at" IS NOT NULL;
