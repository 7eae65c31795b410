-- CreateTable
CREATE TABLE "entity" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "limit_on_the_number_of_tickets" INTEGER,
    "sender" VARCHAR(160),
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "entity_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "entity_tenant_id_name_id_is_archived_idx" ON "entity"("tenant_id", "name", "id", "is_archived");

-- CreateIndex
CREATE UNIQUE INDEX "entity_tenant_id_id_key" ON "entity"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "entity_tenant_id_name_key" ON "entity"("tenant_id", "name");

-- Rights of entity
ALTER TABLE "entity" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "entity" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "entity" TO "identity_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "entity" TO "identity_app";

-- What is derived
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE OR REPLACE FUNCTION "search_records"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of") || string_agg(format(' AND t."_search" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one) USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$;
REVOKE ALL ON FUNCTION "search_records"(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_records"(text, text[], integer) TO "identity_app";
ALTER TABLE "entity" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("name", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "entity__search_idx" ON "entity" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "entity" FOR SELECT TO CURRENT_USER USING (true);
