-- CreateEnum
CREATE TYPE "show_genre" AS ENUM ('THEATRE', 'CABARET', 'MUSICAL', 'CONCERT', 'OPERA', 'DANCE', 'CIRCUS', 'HUMOUR', 'MAGIC', 'PUPPETS', 'YOUNG_AUDIENCE', 'STREET_ARTS', 'OTHER');

-- AlterTable
ALTER TABLE "room" ADD COLUMN     "zip_code" VARCHAR(12);

-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "cnv_number" VARCHAR(40),
ADD COLUMN     "sacem_number" VARCHAR(40);

-- AlterTable
ALTER TABLE "show" ADD COLUMN     "genre" "show_genre";

-- CreateTable
CREATE TABLE "reservation_refund" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "amount_minor" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reservation_refund_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "reservation_refund_tenant_id_at_id_idx" ON "reservation_refund"("tenant_id", "at", "id");

-- CreateIndex
CREATE INDEX "reservation_refund_payment_id_tenant_id_idx" ON "reservation_refund"("payment_id", "tenant_id");

-- CreateIndex
CREATE INDEX "ticket_tenant_id_performance_id_idx" ON "ticket"("tenant_id", "performance_id");

-- CreateIndex
CREATE INDEX "reservation_payment_tenant_id_at_id_idx" ON "reservation_payment"("tenant_id", "at", "id");

-- Rights of reservation_refund
ALTER TABLE "reservation_refund" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "reservation_refund" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "reservation_refund" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "reservation_refund" TO "ticketing_app";
ALTER TABLE "reservation_refund" ADD CONSTRAINT "reservation_refund_payment_fkey" FOREIGN KEY ("payment_id") REFERENCES "reservation_payment" ("id") ON DELETE CASCADE;

-- Refunds that were reported before this table: one for each payment, at the last time. The owner of the tables is no tenant.
ALTER TABLE "reservation_payment" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "reservation_refund" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "reservation_refund" ("id", "tenant_id", "payment_id", "amount_minor", "at")
SELECT gen_random_uuid(), "tenant_id", "id", "refunded_minor", coalesce("refunded_at", "at")
FROM "reservation_payment" WHERE "refunded_minor" > 0;
ALTER TABLE "reservation_payment" FORCE ROW LEVEL SECURITY;
ALTER TABLE "reservation_refund" FORCE ROW LEVEL SECURITY;
