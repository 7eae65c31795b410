-- CreateEnum
CREATE TYPE "avoir_state" AS ENUM ('DRAFT', 'POSTED', 'SETTLED');

-- CreateEnum
CREATE TYPE "avoir_price_entry" AS ENUM ('HT', 'TTC');

-- CreateEnum
CREATE TYPE "avoir_discount_kind" AS ENUM ('percent', 'HT', 'TTC');

-- CreateEnum
CREATE TYPE "avoir_items_kind" AS ENUM ('line', 'text');

-- CreateEnum
CREATE TYPE "avoir_items_option" AS ENUM ('proposed', 'chosen');

-- CreateEnum
CREATE TYPE "avoir_uses_kind" AS ENUM ('DEDUCTED', 'REFUNDED');

-- CreateEnum
CREATE TYPE "avoir_uses_method" AS ENUM ('TRANSFER', 'CARD', 'CHEQUE', 'CASH');

-- CreateEnum
CREATE TYPE "bill_state" AS ENUM ('DRAFT', 'FORECAST', 'PROFORMA', 'PROFORMA_SENDED', 'POSTED', 'SENDED', 'PARTIALLY_PAID', 'PAID');

-- CreateEnum
CREATE TYPE "bill_price_entry" AS ENUM ('HT', 'TTC');

-- CreateEnum
CREATE TYPE "bill_discount_kind" AS ENUM ('percent', 'HT', 'TTC');

-- CreateEnum
CREATE TYPE "bill_items_kind" AS ENUM ('line', 'text');

-- CreateEnum
CREATE TYPE "bill_items_option" AS ENUM ('proposed', 'chosen');

-- CreateEnum
CREATE TYPE "quote_state" AS ENUM ('DRAFT', 'POSTED', 'SENDED', 'ACCEPTED', 'REFUSED', 'REPLACED');

-- CreateEnum
CREATE TYPE "quote_price_entry" AS ENUM ('HT', 'TTC');

-- CreateEnum
CREATE TYPE "quote_discount_kind" AS ENUM ('percent', 'HT', 'TTC');

-- CreateEnum
CREATE TYPE "quote_items_kind" AS ENUM ('line', 'text');

-- CreateEnum
CREATE TYPE "quote_items_option" AS ENUM ('proposed', 'chosen');

-- CreateTable
CREATE TABLE "bill_settlement" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "bill_id" UUID NOT NULL,
    "source" VARCHAR(10) NOT NULL,
    "source_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bill_settlement_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "avoir" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "state" "avoir_state" NOT NULL DEFAULT 'DRAFT',
    "code" VARCHAR(40),
    "issued_on" DATE,
    "valid_until" DATE,
    "due_on" DATE,
    "price_entry" "avoir_price_entry" NOT NULL DEFAULT 'HT',
    "discount_kind" "avoir_discount_kind",
    "discount_value" DECIMAL(18,4),
    "deposits" JSONB,
    "total_ht" DECIMAL(14,2),
    "total_vat" DECIMAL(14,2),
    "total_ttc" DECIMAL(14,2),
    "vat_table" JSONB,
    "header" TEXT,
    "footer" TEXT,
    "seller" JSONB,
    "buyer" JSONB,
    "bill_id" UUID NOT NULL,
    "reason" VARCHAR(255) NOT NULL,
    "tiers_id" UUID,
    "bill_code" VARCHAR(40),
    "bill_issued_on" DATE,
    "amount_left" DECIMAL(14,2),
    "tiers_label" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "avoir_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "avoir_groups" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "label" VARCHAR(255) NOT NULL,
    "description" TEXT,
    "total_ht" DECIMAL(14,2),
    "total_ttc" DECIMAL(14,2),

    CONSTRAINT "avoir_groups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "avoir_items" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" "avoir_items_kind" NOT NULL DEFAULT 'line',
    "label" VARCHAR(255) NOT NULL,
    "description" TEXT,
    "quantity" DECIMAL(18,4) NOT NULL DEFAULT 1,
    "unit_price" DECIMAL(18,6) NOT NULL DEFAULT 0,
    "discount" DECIMAL(7,4),
    "vat_rate" DECIMAL(7,4),
    "vat_exemption" VARCHAR(255),
    "option" "avoir_items_option",
    "group" UUID,
    "total_ht" DECIMAL(14,2),
    "total_ttc" DECIMAL(14,2),
    "product_id" UUID,
    "unit_id" UUID,
    "account_id" UUID,
    "bill_item" VARCHAR(36),

    CONSTRAINT "avoir_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "avoir_uses" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" "avoir_uses_kind" NOT NULL,
    "date" DATE NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "bill_id" UUID,
    "method" "avoir_uses_method",
    "reference" VARCHAR(120),

    CONSTRAINT "avoir_uses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bill" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "state" "bill_state" NOT NULL DEFAULT 'DRAFT',
    "code" VARCHAR(40),
    "issued_on" DATE,
    "valid_until" DATE,
    "due_on" DATE,
    "price_entry" "bill_price_entry" NOT NULL DEFAULT 'HT',
    "discount_kind" "bill_discount_kind",
    "discount_value" DECIMAL(18,4),
    "deposits" JSONB,
    "total_ht" DECIMAL(14,2),
    "total_vat" DECIMAL(14,2),
    "total_ttc" DECIMAL(14,2),
    "vat_table" JSONB,
    "header" TEXT,
    "footer" TEXT,
    "seller" JSONB,
    "buyer" JSONB,
    "proforma_code" VARCHAR(40),
    "title" VARCHAR(160) NOT NULL,
    "tiers_id" UUID NOT NULL,
    "quote_id" UUID,
    "is_deposit" BOOLEAN NOT NULL DEFAULT false,
    "currency" VARCHAR(3) NOT NULL DEFAULT 'EUR',
    "forecast_on" DATE,
    "sent_at" TIMESTAMPTZ(3),
    "sent_to" VARCHAR(254),
    "tiers_label" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "bill_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bill_groups" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "label" VARCHAR(255) NOT NULL,
    "description" TEXT,
    "total_ht" DECIMAL(14,2),
    "total_ttc" DECIMAL(14,2),

    CONSTRAINT "bill_groups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bill_items" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" "bill_items_kind" NOT NULL DEFAULT 'line',
    "label" VARCHAR(255) NOT NULL,
    "description" TEXT,
    "quantity" DECIMAL(18,4) NOT NULL DEFAULT 1,
    "unit_price" DECIMAL(18,6) NOT NULL DEFAULT 0,
    "discount" DECIMAL(7,4),
    "vat_rate" DECIMAL(7,4),
    "vat_exemption" VARCHAR(255),
    "option" "bill_items_option",
    "group" UUID,
    "total_ht" DECIMAL(14,2),
    "total_ttc" DECIMAL(14,2),
    "product_id" UUID,
    "unit_id" UUID,
    "account_id" UUID,
    "quote_item" VARCHAR(36),

    CONSTRAINT "bill_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "quote" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "state" "quote_state" NOT NULL DEFAULT 'DRAFT',
    "code" VARCHAR(40),
    "issued_on" DATE,
    "valid_until" DATE,
    "due_on" DATE,
    "price_entry" "quote_price_entry" NOT NULL DEFAULT 'HT',
    "discount_kind" "quote_discount_kind",
    "discount_value" DECIMAL(18,4),
    "deposits" JSONB,
    "total_ht" DECIMAL(14,2),
    "total_vat" DECIMAL(14,2),
    "total_ttc" DECIMAL(14,2),
    "vat_table" JSONB,
    "header" TEXT,
    "footer" TEXT,
    "seller" JSONB,
    "buyer" JSONB,
    "title" VARCHAR(160) NOT NULL,
    "tiers_id" UUID NOT NULL,
    "deposit_percent" DECIMAL(7,4),
    "success_percentage" DECIMAL(7,4),
    "version_number" INTEGER NOT NULL DEFAULT 1,
    "previous_version_id" UUID,
    "sent_at" TIMESTAMPTZ(3),
    "sent_to" VARCHAR(254),
    "signed_on" DATE,
    "signed_by" VARCHAR(160),
    "refusal_reason" TEXT,
    "tiers_label" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "quote_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "quote_groups" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "label" VARCHAR(255) NOT NULL,
    "description" TEXT,
    "total_ht" DECIMAL(14,2),
    "total_ttc" DECIMAL(14,2),

    CONSTRAINT "quote_groups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "quote_items" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" "quote_items_kind" NOT NULL DEFAULT 'line',
    "label" VARCHAR(255) NOT NULL,
    "description" TEXT,
    "quantity" DECIMAL(18,4) NOT NULL DEFAULT 1,
    "unit_price" DECIMAL(18,6) NOT NULL DEFAULT 0,
    "discount" DECIMAL(7,4),
    "vat_rate" DECIMAL(7,4),
    "vat_exemption" VARCHAR(255),
    "option" "quote_items_option",
    "group" UUID,
    "total_ht" DECIMAL(14,2),
    "total_ttc" DECIMAL(14,2),
    "product_id" UUID,
    "unit_id" UUID,
    "account_id" UUID,

    CONSTRAINT "quote_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "quote_schedule" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "label" VARCHAR(120) NOT NULL,
    "due_on" DATE NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,

    CONSTRAINT "quote_schedule_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "bill_settlement_tenant_id_bill_id_idx" ON "bill_settlement"("tenant_id", "bill_id");

-- CreateIndex
CREATE UNIQUE INDEX "bill_settlement_tenant_id_id_key" ON "bill_settlement"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "bill_settlement_tenant_id_source_source_id_bill_id_key" ON "bill_settlement"("tenant_id", "source", "source_id", "bill_id");

-- CreateIndex
CREATE INDEX "avoir_tenant_id_bill_id_idx" ON "avoir"("tenant_id", "bill_id");

-- CreateIndex
CREATE INDEX "avoir_tenant_id_created_at_id_idx" ON "avoir"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "avoir_tenant_id_id_key" ON "avoir"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "avoir_tenant_id_code_key" ON "avoir"("tenant_id", "code");

-- CreateIndex
CREATE INDEX "avoir_groups_tenant_id_parent_id_position_idx" ON "avoir_groups"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "avoir_groups_tenant_id_id_key" ON "avoir_groups"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "avoir_items_tenant_id_parent_id_position_idx" ON "avoir_items"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "avoir_items_tenant_id_id_key" ON "avoir_items"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "avoir_uses_tenant_id_parent_id_position_idx" ON "avoir_uses"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "avoir_uses_tenant_id_id_key" ON "avoir_uses"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "bill_tenant_id_quote_id_idx" ON "bill"("tenant_id", "quote_id");

-- CreateIndex
CREATE INDEX "bill_tenant_id_created_at_id_idx" ON "bill"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "bill_tenant_id_id_key" ON "bill"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "bill_tenant_id_code_key" ON "bill"("tenant_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "bill_tenant_id_proforma_code_key" ON "bill"("tenant_id", "proforma_code");

-- CreateIndex
CREATE INDEX "bill_groups_tenant_id_parent_id_position_idx" ON "bill_groups"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "bill_groups_tenant_id_id_key" ON "bill_groups"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "bill_items_tenant_id_parent_id_position_idx" ON "bill_items"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "bill_items_tenant_id_id_key" ON "bill_items"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "quote_tenant_id_previous_version_id_idx" ON "quote"("tenant_id", "previous_version_id");

-- CreateIndex
CREATE INDEX "quote_tenant_id_created_at_id_idx" ON "quote"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "quote_tenant_id_id_key" ON "quote"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "quote_tenant_id_code_key" ON "quote"("tenant_id", "code");

-- CreateIndex
CREATE INDEX "quote_groups_tenant_id_parent_id_position_idx" ON "quote_groups"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "quote_groups_tenant_id_id_key" ON "quote_groups"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "quote_items_tenant_id_parent_id_position_idx" ON "quote_items"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "quote_items_tenant_id_id_key" ON "quote_items"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "quote_schedule_tenant_id_parent_id_position_idx" ON "quote_schedule"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "quote_schedule_tenant_id_id_key" ON "quote_schedule"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "avoir" ADD CONSTRAINT "avoir_tenant_id_bill_id_fkey" FOREIGN KEY ("tenant_id", "bill_id") REFERENCES "bill"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "avoir_groups" ADD CONSTRAINT "avoir_groups_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "avoir"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "avoir_items" ADD CONSTRAINT "avoir_items_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "avoir"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "avoir_uses" ADD CONSTRAINT "avoir_uses_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "avoir"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "bill" ADD CONSTRAINT "bill_tenant_id_quote_id_fkey" FOREIGN KEY ("tenant_id", "quote_id") REFERENCES "quote"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "bill_groups" ADD CONSTRAINT "bill_groups_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "bill"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "bill_items" ADD CONSTRAINT "bill_items_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "bill"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "quote" ADD CONSTRAINT "quote_tenant_id_previous_version_id_fkey" FOREIGN KEY ("tenant_id", "previous_version_id") REFERENCES "quote"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "quote_groups" ADD CONSTRAINT "quote_groups_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "quote"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "quote"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "quote_schedule" ADD CONSTRAINT "quote_schedule_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "quote"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- Rights of bill_settlement
ALTER TABLE "bill_settlement" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "bill_settlement" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "bill_settlement" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE ON "bill_settlement" TO "sales_app";
ALTER TABLE "bill_settlement" ADD CONSTRAINT "bill_settlement_bill_fkey" FOREIGN KEY ("tenant_id", "bill_id") REFERENCES "bill" ("tenant_id", "id");
ALTER TABLE "bill_settlement" ADD CONSTRAINT "bill_settlement_amount_check" CHECK ("amount_minor" >= 0);

-- Rights of avoir
ALTER TABLE "avoir" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "avoir" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "avoir" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "avoir" TO "sales_app";

-- Rights of avoir_groups
ALTER TABLE "avoir_groups" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "avoir_groups" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "avoir_groups" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "avoir_groups" TO "sales_app";

-- Rights of avoir_items
ALTER TABLE "avoir_items" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "avoir_items" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "avoir_items" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "avoir_items" TO "sales_app";

-- Rights of avoir_uses
ALTER TABLE "avoir_uses" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "avoir_uses" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "avoir_uses" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "avoir_uses" TO "sales_app";

-- Rights of bill
ALTER TABLE "bill" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "bill" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "bill" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "bill" TO "sales_app";

-- Rights of bill_groups
ALTER TABLE "bill_groups" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "bill_groups" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "bill_groups" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "bill_groups" TO "sales_app";

-- Rights of bill_items
ALTER TABLE "bill_items" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "bill_items" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "bill_items" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "bill_items" TO "sales_app";

-- Rights of quote
ALTER TABLE "quote" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "quote" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "quote" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "quote" TO "sales_app";

-- Rights of quote_groups
ALTER TABLE "quote_groups" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "quote_groups" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "quote_groups" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "quote_groups" TO "sales_app";

-- Rights of quote_items
ALTER TABLE "quote_items" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "quote_items" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "quote_items" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "quote_items" TO "sales_app";

-- Rights of quote_schedule
ALTER TABLE "quote_schedule" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "quote_schedule" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "quote_schedule" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "quote_schedule" TO "sales_app";

-- What is derived
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE OR REPLACE FUNCTION "search_records"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of") || string_agg(format(' AND t."_search" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one) USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$;
REVOKE ALL ON FUNCTION "search_records"(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_records"(text, text[], integer) TO "sales_app";
ALTER TABLE "avoir" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("reason", '') || E'\n' || coalesce("bill_code", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "avoir__search_idx" ON "avoir" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "avoir" FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE "bill" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("title", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "bill__search_idx" ON "bill" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "bill" FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE "quote" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("title", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "quote__search_idx" ON "quote" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "quote" FOR SELECT TO CURRENT_USER USING (true);
