-- What is derived stands aside
DROP POLICY "search" ON "payment";
ALTER TABLE "payment" DROP COLUMN "_search";

-- CreateEnum
CREATE TYPE "payment_refund_state" AS ENUM ('NONE', 'TO_REFUND', 'REFUNDED');

-- CreateEnum
CREATE TYPE "payment_refund_method" AS ENUM ('CARD', 'TRANSFER', 'CASH', 'CHEQUE', 'VOUCHER');

-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "payment_refund_reason" ADD VALUE 'CANCELLED';
ALTER TYPE "payment_refund_reason" ADD VALUE 'PAID_AFTER_CANCELLATION';
ALTER TYPE "payment_refund_reason" ADD VALUE 'WRONG_AMOUNT';

-- AlterTable
ALTER TABLE "payment_attempt" ADD COLUMN     "authorisation" VARCHAR(32) NOT NULL DEFAULT '',
ADD COLUMN     "state" VARCHAR(10) NOT NULL DEFAULT 'APPLIED';

-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "amount_refunded" DECIMAL(14,2),
ADD COLUMN     "amount_to_refund" DECIMAL(14,2),
ADD COLUMN     "refund_method" "payment_refund_method",
ADD COLUMN     "refund_reference" VARCHAR(120),
ADD COLUMN     "refund_state" "payment_refund_state" NOT NULL DEFAULT 'NONE',
ADD COLUMN     "refunded_at" TIMESTAMPTZ(3),
ADD COLUMN     "refunded_by" VARCHAR(120);

-- What was marked stays marked, with its amount
UPDATE "payment" SET "refund_state" = 'TO_REFUND', "amount_to_refund" = "totals" WHERE "refund_needed";

-- AlterTable
ALTER TABLE "payment" DROP COLUMN "refund_needed";

-- CreateTable
CREATE TABLE "payment_inquiry" (
    "payment_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "asked" INTEGER NOT NULL DEFAULT 0,
    "doubt_since" TIMESTAMPTZ(3),

    CONSTRAINT "payment_inquiry_pkey" PRIMARY KEY ("tenant_id","payment_id")
);

-- CreateTable
CREATE TABLE "payment_refund" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "amount_minor" INTEGER NOT NULL,
    "method" VARCHAR(10) NOT NULL,
    "reference" VARCHAR(120) NOT NULL,
    "note" VARCHAR(2000) NOT NULL DEFAULT '',
    "refunded_at" TIMESTAMPTZ(3) NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "recorded_by" VARCHAR(120) NOT NULL,
    "undone_at" TIMESTAMPTZ(3),
    "undone_by" VARCHAR(120),
    "undone_reason" VARCHAR(500),

    CONSTRAINT "payment_refund_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "payment_refund_tenant_id_payment_id_idx" ON "payment_refund"("tenant_id", "payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_refund_tenant_id_id_key" ON "payment_refund"("tenant_id", "id");

-- Rights of payment_inquiry
ALTER TABLE "payment_inquiry" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "payment_inquiry" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "payment_inquiry" TO "payments_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "payment_inquiry" TO "payments_app";
GRANT SELECT ON "payment_inquiry" TO "payments_platform";
CREATE POLICY "platform_select" ON "payment_inquiry" FOR SELECT TO "payments_platform" USING (true);
CREATE INDEX "payment_inquiry_due_idx" ON "payment_inquiry" ("next_at");
ALTER TABLE "payment_inquiry" ADD CONSTRAINT "payment_inquiry_payment_fkey" FOREIGN KEY ("tenant_id", "payment_id") REFERENCES "payment" ("tenant_id", "id") DEFERRABLE INITIALLY DEFERRED;
CREATE SEQUENCE "paybox_question" MAXVALUE 9999999999 CYCLE;
GRANT USAGE ON SEQUENCE "paybox_question" TO "payments_app";
INSERT INTO "payment_inquiry" ("payment_id", "tenant_id", "next_at") SELECT "id", "tenant_id", now() FROM "payment" WHERE "state" = 'WAITING_LINK_PAYMENT';

-- Rights of payment_attempt
GRANT UPDATE ON "payment_attempt" TO "payments_app";

-- Rights of payment_refund
ALTER TABLE "payment_refund" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "payment_refund" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "payment_refund" TO "payments_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE ON "payment_refund" TO "payments_app";
ALTER TABLE "payment_refund" ADD CONSTRAINT "payment_refund_payment_fkey" FOREIGN KEY ("tenant_id", "payment_id") REFERENCES "payment" ("tenant_id", "id");
ALTER TABLE "payment_refund" ADD CONSTRAINT "payment_refund_amount_check" CHECK ("amount_minor" > 0);

-- What is derived
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE OR REPLACE FUNCTION "search_records"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of") || string_agg(format(' AND t."_search" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one) USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$;
REVOKE ALL ON FUNCTION "search_records"(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_records"(text, text[], integer) TO "payments_app";
ALTER TABLE "payment" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("reference", '') || E'\n' || coalesce("transaction_number", '') || E'\n' || coalesce("refund_reference", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "payment__search_idx" ON "payment" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "payment" FOR SELECT TO CURRENT_USER USING (true);
