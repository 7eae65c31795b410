-- CreateEnum
CREATE TYPE "option_display_on_reservations_mode" AS ENUM ('ALL', 'ADMIN');

-- CreateEnum
CREATE TYPE "option_display_on_gift_vouchers_mode" AS ENUM ('ALL', 'ADMIN');

-- AlterTable
ALTER TABLE "formula" ADD COLUMN     "options" UUID[] DEFAULT ARRAY[]::UUID[];

-- CreateTable
CREATE TABLE "option" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "total_ttc" DECIMAL(14,2) NOT NULL,
    "vat" DECIMAL(7,4) NOT NULL,
    "accounting_code" VARCHAR(20),
    "display_on_reservations_mode" "option_display_on_reservations_mode" NOT NULL DEFAULT 'ALL',
    "display_on_gift_vouchers_mode" "option_display_on_gift_vouchers_mode" NOT NULL DEFAULT 'ALL',
    "mandatory" BOOLEAN NOT NULL DEFAULT false,
    "pre_checked" BOOLEAN NOT NULL DEFAULT false,
    "is_ticket" BOOLEAN NOT NULL DEFAULT false,
    "requires_number_entry" BOOLEAN NOT NULL DEFAULT false,
    "number_entry_label" VARCHAR(120),
    "number_entry_min" INTEGER,
    "requires_detail_entry" BOOLEAN NOT NULL DEFAULT false,
    "detail_entry_label" VARCHAR(120),
    "for_pmr" BOOLEAN NOT NULL DEFAULT false,
    "for_postal_send" BOOLEAN NOT NULL DEFAULT false,
    "must_be_included_with_agift_bag" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "option_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "option_tenant_id_position_id_idx" ON "option"("tenant_id", "position", "id");

-- CreateIndex
CREATE UNIQUE INDEX "option_tenant_id_id_key" ON "option"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "option_tenant_id_name_key" ON "option"("tenant_id", "name");

-- Rights of option
ALTER TABLE "option" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "option" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "option" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "option" TO "ticketing_app";

-- What is derived
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE OR REPLACE FUNCTION "search_records"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of") || string_agg(format(' AND t."_search" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one) USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$;
REVOKE ALL ON FUNCTION "search_records"(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_records"(text, text[], integer) TO "ticketing_app";
ALTER TABLE "option" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("name", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "option__search_idx" ON "option" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "option" FOR SELECT TO CURRENT_USER USING (true);
