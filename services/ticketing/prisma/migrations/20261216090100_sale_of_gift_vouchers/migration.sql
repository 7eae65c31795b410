-- AlterTable
ALTER TABLE "gift_voucher" ADD COLUMN     "beneficiary_email" VARCHAR(254),
ADD COLUMN     "postage_ttc" DECIMAL(14,2);

-- CreateTable
CREATE TABLE "gift_voucher_sale" (
    "tenant_id" UUID NOT NULL,
    "voucher_id" UUID NOT NULL,
    "outcome" VARCHAR(12) NOT NULL DEFAULT 'PENDING',
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "payment_id" UUID,
    "document_id" UUID,
    "mailed_at" TIMESTAMPTZ(3),
    "resent_at" TIMESTAMPTZ(3),

    CONSTRAINT "gift_voucher_sale_pkey" PRIMARY KEY ("tenant_id","voucher_id")
);

-- CreateTable
CREATE TABLE "gift_voucher_payment" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "voucher_id" UUID NOT NULL,
    "state" VARCHAR(10) NOT NULL,
    "amount_minor" INTEGER NOT NULL DEFAULT 0,
    "to_refund_minor" INTEGER NOT NULL DEFAULT 0,
    "refunded_minor" INTEGER NOT NULL DEFAULT 0,
    "refund_reason" VARCHAR(30),
    "refunded_at" TIMESTAMPTZ(3),
    "method" VARCHAR(10),
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "gift_voucher_payment_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "gift_voucher_payment_tenant_id_voucher_id_idx" ON "gift_voucher_payment"("tenant_id", "voucher_id");

-- CreateIndex
CREATE UNIQUE INDEX "gift_voucher_payment_tenant_id_id_key" ON "gift_voucher_payment"("tenant_id", "id");

-- Rights of gift_voucher_sale
ALTER TABLE "gift_voucher_sale" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "gift_voucher_sale" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "gift_voucher_sale" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "gift_voucher_sale" TO "ticketing_app";
CREATE INDEX "gift_voucher_buyer_idx" ON "gift_voucher" ("tenant_id", "customer_email");
ALTER TABLE "gift_voucher_sale" ADD CONSTRAINT "gift_voucher_sale_voucher_fkey" FOREIGN KEY ("tenant_id", "voucher_id") REFERENCES "gift_voucher" ("tenant_id", "id") ON DELETE CASCADE;
ALTER TABLE "gift_voucher_sale" ADD CONSTRAINT "gift_voucher_sale_outcome_check" CHECK ("outcome" IN ('PENDING', 'VALIDATED', 'REFUSED', 'CANCELLED', 'REFUND', 'VOIDED'));

-- Rights of gift_voucher_payment
ALTER TABLE "gift_voucher_payment" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "gift_voucher_payment" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "gift_voucher_payment" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "gift_voucher_payment" TO "ticketing_app";
ALTER TABLE "gift_voucher_payment" ADD CONSTRAINT "gift_voucher_payment_voucher_fkey" FOREIGN KEY ("tenant_id", "voucher_id") REFERENCES "gift_voucher" ("tenant_id", "id") ON DELETE CASCADE;
ALTER TABLE "gift_voucher_payment" ADD CONSTRAINT "gift_voucher_payment_money_check" CHECK ("amount_minor" >= 0 AND "to_refund_minor" >= 0 AND "refunded_minor" >= 0);
