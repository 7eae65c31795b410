-- CreateEnum
CREATE TYPE "bill_price_entry" AS ENUM ('HT', 'TTC');

-- CreateEnum
CREATE TYPE "bill_discount_kind" AS ENUM ('percent', 'HT', 'TTC');

-- CreateEnum
CREATE TYPE "bill_items_kind" AS ENUM ('line', 'text');

-- CreateEnum
CREATE TYPE "bill_items_option" AS ENUM ('proposed', 'chosen');

-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('DRAFT', 'ORDERED');

-- CreateEnum
CREATE TYPE "delivery_lines_state" AS ENUM ('PENDING', 'RECEIVED');

-- AlterTable
ALTER TABLE "bill" ADD COLUMN     "buyer" JSONB,
ADD COLUMN     "deposits" JSONB,
ADD COLUMN     "discount_kind" "bill_discount_kind",
ADD COLUMN     "discount_value" DECIMAL(18,4),
ADD COLUMN     "due_on" DATE,
ADD COLUMN     "footer" TEXT,
ADD COLUMN     "header" TEXT,
ADD COLUMN     "issued_on" DATE,
ADD COLUMN     "price_entry" "bill_price_entry" NOT NULL DEFAULT 'HT',
ADD COLUMN     "seller" JSONB,
ADD COLUMN     "valid_until" DATE,
ADD COLUMN     "vat_table" JSONB;

-- AlterTable
ALTER TABLE "bill_items" ADD COLUMN     "description" TEXT,
ADD COLUMN     "group" UUID,
ADD COLUMN     "kind" "bill_items_kind" NOT NULL DEFAULT 'line',
ADD COLUMN     "option" "bill_items_option",
ADD COLUMN     "shelf_id" UUID,
ADD COLUMN     "total_ht" DECIMAL(14,2),
ADD COLUMN     "total_ttc" DECIMAL(14,2),
ADD COLUMN     "vat_exemption" VARCHAR(255),
ALTER COLUMN "unit_price" SET DEFAULT 0,
ALTER COLUMN "unit_price" SET DATA TYPE DECIMAL(18,6),
ALTER COLUMN "vat_rate" DROP NOT NULL;

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
CREATE TABLE "delivery" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "state" "delivery_state" NOT NULL DEFAULT 'DRAFT',
    "title" VARCHAR(255) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_lines" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "label" VARCHAR(80) NOT NULL,
    "quantity" INTEGER NOT NULL,
    "price" DECIMAL(14,2) NOT NULL,
    "total" DECIMAL(14,2),
    "state" "delivery_lines_state" NOT NULL DEFAULT 'PENDING',

    CONSTRAINT "delivery_lines_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "bill_groups_tenant_id_parent_id_position_idx" ON "bill_groups"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "bill_groups_tenant_id_id_key" ON "bill_groups"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "delivery_tenant_id_title_id_idx" ON "delivery"("tenant_id", "title", "id");

-- CreateIndex
CREATE UNIQUE INDEX "delivery_tenant_id_id_key" ON "delivery"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "delivery_lines_tenant_id_parent_id_position_idx" ON "delivery_lines"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "delivery_lines_tenant_id_id_key" ON "delivery_lines"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "bill_groups" ADD CONSTRAINT "bill_groups_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "bill"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "delivery_lines" ADD CONSTRAINT "delivery_lines_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "delivery"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- Rights of bill_groups
ALTER TABLE "bill_groups" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "bill_groups" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "bill_groups" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "bill_groups" TO "sample_app";

-- Rights of delivery
ALTER TABLE "delivery" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "delivery" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "delivery" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "delivery" TO "sample_app";

-- Rights of delivery_lines
ALTER TABLE "delivery_lines" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "delivery_lines" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "delivery_lines" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "delivery_lines" TO "sample_app";

-- What is derived
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE OR REPLACE FUNCTION "search_records"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of") || string_agg(format(' AND t."_search" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one) USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$;
REVOKE ALL ON FUNCTION "search_records"(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_records"(text, text[], integer) TO "sample_app";
ALTER TABLE "delivery" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("title", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "delivery__search_idx" ON "delivery" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "delivery" FOR SELECT TO CURRENT_USER USING (true);
