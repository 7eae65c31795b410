-- CreateEnum
CREATE TYPE "waiting_entry_state" AS ENUM ('WAITING', 'OFFERED', 'BOUGHT', 'EXPIRED', 'LEFT', 'REMOVED', 'ENDED');

-- CreateEnum
CREATE TYPE "waiting_entry_language" AS ENUM ('fr', 'en');

-- CreateEnum
CREATE TYPE "waiting_entry_end_cause" AS ENUM ('PERFORMANCE_CANCELED', 'SALE_CLOSED');

-- AlterTable
ALTER TABLE "cart" ADD COLUMN     "offer_ends_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "waiting_list_near_hours" INTEGER,
ADD COLUMN     "waiting_list_offer_hours" INTEGER;

-- CreateTable
CREATE TABLE "waiting_list" (
    "tenant_id" UUID NOT NULL,
    "performance_id" UUID NOT NULL,
    "last_rank" INTEGER NOT NULL DEFAULT 0,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "waiting_list_pkey" PRIMARY KEY ("tenant_id","performance_id")
);

-- CreateTable
CREATE TABLE "waiting_entry" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "state" "waiting_entry_state" NOT NULL DEFAULT 'WAITING',
    "customer_name" VARCHAR(160) NOT NULL,
    "customer_email" VARCHAR(254) NOT NULL,
    "first_name" VARCHAR(70) NOT NULL,
    "last_name" VARCHAR(70) NOT NULL,
    "language" "waiting_entry_language" NOT NULL DEFAULT 'fr',
    "performance_id" UUID NOT NULL,
    "party_size" INTEGER NOT NULL,
    "category_id" UUID,
    "is_together" BOOLEAN NOT NULL DEFAULT true,
    "rank" INTEGER NOT NULL,
    "joined_at" TIMESTAMPTZ(3) NOT NULL,
    "consent_at" TIMESTAMPTZ(3) NOT NULL,
    "offered_at" TIMESTAMPTZ(3),
    "offer_ends_at" TIMESTAMPTZ(3),
    "offer_seats" VARCHAR(2000),
    "offer_count" INTEGER NOT NULL DEFAULT 0,
    "offer_cart" VARCHAR(36),
    "end_cause" "waiting_entry_end_cause",
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "waiting_entry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "waiting_entry_tenant_id_performance_id_idx" ON "waiting_entry"("tenant_id", "performance_id");

-- CreateIndex
CREATE INDEX "waiting_entry_tenant_id_category_id_idx" ON "waiting_entry"("tenant_id", "category_id");

-- CreateIndex
CREATE INDEX "waiting_entry_tenant_id_rank_id_idx" ON "waiting_entry"("tenant_id", "rank", "id");

-- CreateIndex
CREATE UNIQUE INDEX "waiting_entry_tenant_id_id_key" ON "waiting_entry"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "waiting_entry_performance_id_customer_email_key" ON "waiting_entry"("tenant_id", "performance_id", "customer_email");

-- AddForeignKey
ALTER TABLE "waiting_entry" ADD CONSTRAINT "waiting_entry_tenant_id_performance_id_fkey" FOREIGN KEY ("tenant_id", "performance_id") REFERENCES "performance"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "waiting_entry" ADD CONSTRAINT "waiting_entry_tenant_id_category_id_fkey" FOREIGN KEY ("tenant_id", "category_id") REFERENCES "seat_category"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Rights of waiting_list
ALTER TABLE "waiting_list" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "waiting_list" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "waiting_list" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "waiting_list" TO "ticketing_app";
GRANT SELECT ON "waiting_list" TO "ticketing_platform";
CREATE POLICY "platform_select" ON "waiting_list" FOR SELECT TO "ticketing_platform" USING (true);
CREATE INDEX "waiting_list_due_idx" ON "waiting_list" ("due_at") WHERE "is_active";
ALTER TABLE "waiting_list" ADD CONSTRAINT "waiting_list_performance_fkey" FOREIGN KEY ("tenant_id", "performance_id") REFERENCES "performance" ("tenant_id", "id") ON DELETE CASCADE;
CREATE INDEX "waiting_entry_line_idx" ON "waiting_entry" ("tenant_id", "performance_id", "state", "rank");
CREATE INDEX "waiting_entry_cart_idx" ON "waiting_entry" ("tenant_id", "offer_cart");

-- Rights of waiting_entry
ALTER TABLE "waiting_entry" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "waiting_entry" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "waiting_entry" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "waiting_entry" TO "ticketing_app";

-- What is derived
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE OR REPLACE FUNCTION "search_records"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of") || string_agg(format(' AND t."_search" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one) USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$;
REVOKE ALL ON FUNCTION "search_records"(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_records"(text, text[], integer) TO "ticketing_app";
ALTER TABLE "waiting_entry" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("customer_name", '') || E'\n' || coalesce("customer_email", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "waiting_entry__search_idx" ON "waiting_entry" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "waiting_entry" FOR SELECT TO CURRENT_USER USING (true);
