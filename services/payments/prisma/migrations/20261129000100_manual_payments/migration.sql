-- CreateEnum
CREATE TYPE "manual_payment_state" AS ENUM ('DRAFT', 'FORECAST', 'VALIDATED', 'BANKED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCELLED');

-- CreateEnum
CREATE TYPE "manual_payment_method" AS ENUM ('TRANSFER', 'CHEQUE', 'CASH', 'CARD', 'DIRECT_DEBIT', 'VOUCHER');

-- CreateEnum
CREATE TYPE "manual_payment_refunds_method" AS ENUM ('TRANSFER', 'CHEQUE', 'CASH', 'CARD', 'DIRECT_DEBIT', 'VOUCHER');

-- CreateTable
CREATE TABLE "payable_bill" (
    "bill_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "code" VARCHAR(40) NOT NULL,
    "tiers_id" UUID NOT NULL,
    "currency" VARCHAR(3) NOT NULL,
    "total_minor" BIGINT NOT NULL,
    "credited_minor" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "payable_bill_pkey" PRIMARY KEY ("tenant_id","bill_id")
);

-- CreateTable
CREATE TABLE "manual_payment" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "state" "manual_payment_state" NOT NULL DEFAULT 'DRAFT',
    "code" VARCHAR(40),
    "tiers_id" UUID NOT NULL,
    "date" DATE NOT NULL,
    "method" "manual_payment_method" NOT NULL,
    "reference" VARCHAR(120),
    "amount" DECIMAL(14,2) NOT NULL,
    "currency" VARCHAR(3) NOT NULL DEFAULT 'EUR',
    "banked_on" DATE,
    "remittance" VARCHAR(60),
    "amount_refunded" DECIMAL(14,2),
    "amount_free" DECIMAL(14,2),
    "cancel_reason" VARCHAR(255),
    "tiers_label" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "manual_payment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "manual_payment_items" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "bill_id" UUID NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "settled" DECIMAL(14,2),

    CONSTRAINT "manual_payment_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "manual_payment_refunds" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "date" DATE NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "method" "manual_payment_refunds_method" NOT NULL,
    "reference" VARCHAR(120),

    CONSTRAINT "manual_payment_refunds_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "manual_payment_tenant_id_created_at_id_idx" ON "manual_payment"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "manual_payment_tenant_id_id_key" ON "manual_payment"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "manual_payment_tenant_id_code_key" ON "manual_payment"("tenant_id", "code");

-- CreateIndex
CREATE INDEX "manual_payment_items_tenant_id_parent_id_position_idx" ON "manual_payment_items"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "manual_payment_items_tenant_id_id_key" ON "manual_payment_items"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "manual_payment_refunds_tenant_id_parent_id_position_idx" ON "manual_payment_refunds"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "manual_payment_refunds_tenant_id_id_key" ON "manual_payment_refunds"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "manual_payment_items" ADD CONSTRAINT "manual_payment_items_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "manual_payment"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "manual_payment_refunds" ADD CONSTRAINT "manual_payment_refunds_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "manual_payment"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- Rights of payable_bill
ALTER TABLE "payable_bill" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "payable_bill" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "payable_bill" TO "payments_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE ON "payable_bill" TO "payments_app";
ALTER TABLE "payable_bill" ADD CONSTRAINT "payable_bill_amounts_check" CHECK ("total_minor" >= 0 AND "credited_minor" >= 0);
CREATE INDEX "manual_payment_items_bill_idx" ON "manual_payment_items" ("tenant_id", "bill_id");

-- Rights of manual_payment
ALTER TABLE "manual_payment" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "manual_payment" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "manual_payment" TO "payments_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "manual_payment" TO "payments_app";

-- Rights of manual_payment_items
ALTER TABLE "manual_payment_items" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "manual_payment_items" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "manual_payment_items" TO "payments_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "manual_payment_items" TO "payments_app";

-- Rights of manual_payment_refunds
ALTER TABLE "manual_payment_refunds" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "manual_payment_refunds" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "manual_payment_refunds" TO "payments_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "manual_payment_refunds" TO "payments_app";

-- What is derived
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE OR REPLACE FUNCTION "search_records"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of") || string_agg(format(' AND t."_search" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one) USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$;
REVOKE ALL ON FUNCTION "search_records"(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_records"(text, text[], integer) TO "payments_app";
ALTER TABLE "manual_payment" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("reference", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "manual_payment__search_idx" ON "manual_payment" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "manual_payment" FOR SELECT TO CURRENT_USER USING (true);
