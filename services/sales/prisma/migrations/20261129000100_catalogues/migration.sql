-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "product_price_entry" AS ENUM ('HT', 'TTC');

-- CreateEnum
CREATE TYPE "vat_type" AS ENUM ('CLASSIC', 'EXEMPT', 'REAL_MARGIN', 'FIXED_MARGIN');

-- CreateTable
CREATE TABLE "accounting_code" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "code" VARCHAR(20) NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "accounting_code_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "reference" VARCHAR(40),
    "name" VARCHAR(255) NOT NULL,
    "description" TEXT,
    "price_entry" "product_price_entry" NOT NULL DEFAULT 'HT',
    "unit_price" DECIMAL(18,6) NOT NULL DEFAULT 0,
    "unit_id" UUID,
    "vat_id" UUID,
    "accounting_code_id" UUID,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "product_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "settings" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(160) NOT NULL,
    "legal_form" VARCHAR(60),
    "capital" DECIMAL(14,2),
    "address_line1" VARCHAR(200),
    "address_line2" VARCHAR(200),
    "zip_code" VARCHAR(12),
    "city" VARCHAR(120),
    "country" VARCHAR(2),
    "siren" VARCHAR(9),
    "vat_number" VARCHAR(16),
    "rcs" VARCHAR(60),
    "naf" VARCHAR(10),
    "email" VARCHAR(254),
    "telephone" VARCHAR(40),
    "iban" VARCHAR(34),
    "bic" VARCHAR(11),
    "validity_days" INTEGER NOT NULL DEFAULT 30,
    "due_days" INTEGER NOT NULL DEFAULT 30,
    "vat_on_debits" BOOLEAN NOT NULL DEFAULT false,
    "late_penalty" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "unit" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(60) NOT NULL,
    "symbol" VARCHAR(10) NOT NULL,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "unit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "vat" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(80) NOT NULL,
    "rate" DECIMAL(7,4) NOT NULL,
    "type" "vat_type" NOT NULL DEFAULT 'CLASSIC',
    "exemption" VARCHAR(255),
    "accounting_code_id" UUID,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "vat_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "accounting_code_tenant_id_code_id_is_archived_idx" ON "accounting_code"("tenant_id", "code", "id", "is_archived");

-- CreateIndex
CREATE UNIQUE INDEX "accounting_code_tenant_id_id_key" ON "accounting_code"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "accounting_code_tenant_id_code_key" ON "accounting_code"("tenant_id", "code");

-- CreateIndex
CREATE INDEX "product_tenant_id_unit_id_idx" ON "product"("tenant_id", "unit_id");

-- CreateIndex
CREATE INDEX "product_tenant_id_vat_id_idx" ON "product"("tenant_id", "vat_id");

-- CreateIndex
CREATE INDEX "product_tenant_id_accounting_code_id_idx" ON "product"("tenant_id", "accounting_code_id");

-- CreateIndex
CREATE INDEX "product_tenant_id_name_id_is_archived_idx" ON "product"("tenant_id", "name", "id", "is_archived");

-- CreateIndex
CREATE UNIQUE INDEX "product_tenant_id_id_key" ON "product"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "product_tenant_id_reference_key" ON "product"("tenant_id", "reference");

-- CreateIndex
CREATE INDEX "settings_tenant_id_name_id_idx" ON "settings"("tenant_id", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "settings_tenant_id_id_key" ON "settings"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "unit_tenant_id_name_id_is_archived_idx" ON "unit"("tenant_id", "name", "id", "is_archived");

-- CreateIndex
CREATE UNIQUE INDEX "unit_tenant_id_id_key" ON "unit"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "unit_tenant_id_name_key" ON "unit"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "vat_tenant_id_accounting_code_id_idx" ON "vat"("tenant_id", "accounting_code_id");

-- CreateIndex
CREATE INDEX "vat_tenant_id_name_id_is_archived_idx" ON "vat"("tenant_id", "name", "id", "is_archived");

-- CreateIndex
CREATE UNIQUE INDEX "vat_tenant_id_id_key" ON "vat"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "vat_tenant_id_name_key" ON "vat"("tenant_id", "name");

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_tenant_id_unit_id_fkey" FOREIGN KEY ("tenant_id", "unit_id") REFERENCES "unit"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_tenant_id_vat_id_fkey" FOREIGN KEY ("tenant_id", "vat_id") REFERENCES "vat"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_tenant_id_accounting_code_id_fkey" FOREIGN KEY ("tenant_id", "accounting_code_id") REFERENCES "accounting_code"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "vat" ADD CONSTRAINT "vat_tenant_id_accounting_code_id_fkey" FOREIGN KEY ("tenant_id", "accounting_code_id") REFERENCES "accounting_code"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Rights of accounting_code
ALTER TABLE "accounting_code" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "accounting_code" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "accounting_code" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "accounting_code" TO "sales_app";

-- Rights of product
ALTER TABLE "product" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "product" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "product" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "product" TO "sales_app";

-- Rights of settings
ALTER TABLE "settings" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "settings" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "settings" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "settings" TO "sales_app";

-- Rights of unit
ALTER TABLE "unit" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "unit" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "unit" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "unit" TO "sales_app";

-- Rights of vat
ALTER TABLE "vat" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "vat" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "vat" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "vat" TO "sales_app";

-- What is derived
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE OR REPLACE FUNCTION "search_records"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of") || string_agg(format(' AND t."_search" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one) USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$;
REVOKE ALL ON FUNCTION "search_records"(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_records"(text, text[], integer) TO "sales_app";
ALTER TABLE "accounting_code" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("code", '') || E'\n' || coalesce("name", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "accounting_code__search_idx" ON "accounting_code" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "accounting_code" FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE "product" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("reference", '') || E'\n' || coalesce("name", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "product__search_idx" ON "product" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "product" FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE "unit" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("name", '') || E'\n' || coalesce("symbol", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "unit__search_idx" ON "unit" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "unit" FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE "vat" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("name", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "vat__search_idx" ON "vat" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "vat" FOR SELECT TO CURRENT_USER USING (true);
