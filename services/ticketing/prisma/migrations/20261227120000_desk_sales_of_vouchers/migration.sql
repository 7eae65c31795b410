-- AlterTable
ALTER TABLE "gift_voucher_sale" ADD COLUMN     "payment_link_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "gift_voucher" ADD COLUMN     "deadline" DATE;

-- CreateTable
CREATE TABLE "gift_voucher_refund" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "amount_minor" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "gift_voucher_refund_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "gift_voucher_refund_tenant_id_at_id_idx" ON "gift_voucher_refund"("tenant_id", "at", "id");

-- CreateIndex
CREATE INDEX "gift_voucher_refund_payment_id_tenant_id_idx" ON "gift_voucher_refund"("payment_id", "tenant_id");

-- Rights of gift_voucher_refund
ALTER TABLE "gift_voucher_refund" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "gift_voucher_refund" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "gift_voucher_refund" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "gift_voucher_refund" TO "ticketing_app";
ALTER TABLE "gift_voucher_refund" ADD CONSTRAINT "gift_voucher_refund_payment_fkey" FOREIGN KEY ("payment_id") REFERENCES "gift_voucher_payment" ("id") ON DELETE CASCADE;

-- What was paid back before refunds of vouchers had rows of their own.
INSERT INTO "gift_voucher_refund" ("id", "tenant_id", "payment_id", "amount_minor", "at")
SELECT uuidv7(), "tenant_id", "id", "refunded_minor", coalesce("refunded_at", "at") FROM "gift_voucher_payment" WHERE "refunded_minor" > 0;
