-- CreateEnum
CREATE TYPE "own_host_state" AS ENUM ('WAITING', 'PROVEN', 'REFUSED', 'REMOVED');

-- CreateEnum
CREATE TYPE "own_host_finding" AS ENUM ('NO_RECORD', 'OTHER_VALUE', 'NO_ANSWER', 'TAKEN');

-- CreateTable
CREATE TABLE "public_host" (
    "host" VARCHAR(253) NOT NULL,
    "tenant_id" UUID NOT NULL,
    "is_current" BOOLEAN NOT NULL DEFAULT true,
    "proven_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "public_host_pkey" PRIMARY KEY ("host")
);

-- CreateTable
CREATE TABLE "own_host" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "state" "own_host_state" NOT NULL DEFAULT 'WAITING',
    "host" VARCHAR(253) NOT NULL,
    "record_name" VARCHAR(270),
    "record_value" VARCHAR(100),
    "alias_of" VARCHAR(253),
    "finding" "own_host_finding",
    "checked_at" TIMESTAMPTZ(3),
    "proven_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "own_host_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "public_host_tenant_id_proven_at_idx" ON "public_host"("tenant_id", "proven_at");

-- CreateIndex
CREATE INDEX "own_host_tenant_id_host_id_idx" ON "own_host"("tenant_id", "host", "id");

-- CreateIndex
CREATE UNIQUE INDEX "own_host_tenant_id_id_key" ON "own_host"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "own_host_tenant_id_host_key" ON "own_host"("tenant_id", "host");

-- Rights of public_host
ALTER TABLE "public_host" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "public_host" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "public_host" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "public_host" TO "ticketing_app";
GRANT SELECT ON "public_host" TO "ticketing_platform";
CREATE POLICY "platform_select" ON "public_host" FOR SELECT TO "ticketing_platform" USING (true);

-- Rights of own_host
ALTER TABLE "own_host" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "own_host" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "own_host" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "own_host" TO "ticketing_app";

-- What is derived
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE OR REPLACE FUNCTION "search_records"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of") || string_agg(format(' AND t."_search" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one) USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$;
REVOKE ALL ON FUNCTION "search_records"(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_records"(text, text[], integer) TO "ticketing_app";
ALTER TABLE "own_host" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("host", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "own_host__search_idx" ON "own_host" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "own_host" FOR SELECT TO CURRENT_USER USING (true);
