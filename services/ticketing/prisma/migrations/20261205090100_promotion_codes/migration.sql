-- AlterTable
ALTER TABLE "reservation" ADD COLUMN     "promotion_code_id" UUID;

-- CreateTable
CREATE TABLE "promotion_code" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "code" VARCHAR(30) NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "is_percentage" BOOLEAN NOT NULL DEFAULT true,
    "value" DECIMAL(18,4) NOT NULL,
    "start" DATE,
    "end" DATE,
    "max_number_of_uses" INTEGER,
    "formulas" UUID[] DEFAULT ARRAY[]::UUID[],
    "active" BOOLEAN NOT NULL DEFAULT true,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "promotion_code_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "promotion_code_tenant_id_code_id_idx" ON "promotion_code"("tenant_id", "code", "id");

-- CreateIndex
CREATE UNIQUE INDEX "promotion_code_tenant_id_id_key" ON "promotion_code"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "promotion_code_tenant_id_code_key" ON "promotion_code"("tenant_id", "code");

-- CreateIndex
CREATE INDEX "reservation_tenant_id_promotion_code_id_idx" ON "reservation"("tenant_id", "promotion_code_id");

-- AddForeignKey
ALTER TABLE "reservation" ADD CONSTRAINT "reservation_tenant_id_promotion_code_id_fkey" FOREIGN KEY ("tenant_id", "promotion_code_id") REFERENCES "promotion_code"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Rights of promotion_code
ALTER TABLE "promotion_code" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "promotion_code" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "promotion_code" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "promotion_code" TO "ticketing_app";

-- What is derived
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE OR REPLACE FUNCTION "search_records"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of") || string_agg(format(' AND t."_search" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one) USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$;
REVOKE ALL ON FUNCTION "search_records"(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_records"(text, text[], integer) TO "ticketing_app";
ALTER TABLE "promotion_code" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("code", '') || E'\n' || coalesce("name", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "promotion_code__search_idx" ON "promotion_code" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "promotion_code" FOR SELECT TO CURRENT_USER USING (true);
