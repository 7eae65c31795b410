-- What is derived stands aside
DROP POLICY "search" ON "avoir";
ALTER TABLE "avoir" DROP COLUMN "_search";
DROP POLICY "search" ON "bill";
ALTER TABLE "bill" DROP COLUMN "_search";
DROP POLICY "search" ON "quote";
ALTER TABLE "quote" DROP COLUMN "_search";

-- CreateEnum
CREATE TYPE "number_format_series" AS ENUM ('quote', 'bill', 'proforma', 'avoir');

-- AlterTable
ALTER TABLE "avoir" DROP COLUMN "tiers_label";

-- AlterTable
ALTER TABLE "bill" DROP COLUMN "tiers_label";

-- AlterTable
ALTER TABLE "quote" DROP COLUMN "tiers_label";

-- CreateTable
CREATE TABLE "number_format" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "series" "number_format_series" NOT NULL,
    "starts_on" DATE NOT NULL,
    "format" VARCHAR(60) NOT NULL,
    "example" VARCHAR(60),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "number_format_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "number_format_tenant_id_starts_on_id_idx" ON "number_format"("tenant_id", "starts_on", "id");

-- CreateIndex
CREATE UNIQUE INDEX "number_format_tenant_id_id_key" ON "number_format"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "number_format_series_starts_on_key" ON "number_format"("tenant_id", "series", "starts_on");

-- Rights of number_format
ALTER TABLE "number_format" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "number_format" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "number_format" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "number_format" TO "sales_app";

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
