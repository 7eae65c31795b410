-- What is derived stands aside
DROP POLICY "search" ON "staff_user";
ALTER TABLE "staff_user" DROP COLUMN "_search";

-- CreateEnum
CREATE TYPE "role_based_on" AS ENUM ('ADMINISTRATOR', 'USER');

-- CreateEnum
CREATE TYPE "role_grants_scope" AS ENUM ('none', 'own', 'team', 'all');

-- CreateTable
CREATE TABLE "default_grant" (
    "service" VARCHAR(40) NOT NULL,
    "role" VARCHAR(40) NOT NULL,
    "right" VARCHAR(120) NOT NULL,
    "scope" VARCHAR(4) NOT NULL,

    CONSTRAINT "default_grant_pkey" PRIMARY KEY ("service","role","right")
);

-- CreateTable
CREATE TABLE "role" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(80) NOT NULL,
    "code" VARCHAR(40),
    "based_on" "role_based_on",
    "description" TEXT,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "role_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "role_grants" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "right" VARCHAR(120) NOT NULL,
    "scope" "role_grants_scope" NOT NULL,

    CONSTRAINT "role_grants_pkey" PRIMARY KEY ("id")
);

-- Every customer gets the roles that its users have by name. The tables' owner is subject to row security, too.
ALTER TABLE "saas_customer" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "staff_user" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "role" ("id", "tenant_id", "name", "code", "based_on")
SELECT uuidv7(), c."tenant_id", r.name, r.code, r.code::"role_based_on"
FROM "saas_customer" c CROSS JOIN (VALUES ('ADMINISTRATOR', 'Administrateur'), ('USER', 'Utilisateur')) AS r(code, name);
ALTER TABLE "staff_user" ADD COLUMN "manager_id" UUID, ADD COLUMN "role_id" UUID;
UPDATE "staff_user" u SET "role_id" = r."id" FROM "role" r WHERE r."tenant_id" = u."tenant_id" AND r."code" = u."role"::text;
ALTER TABLE "staff_user" ALTER COLUMN "role_id" SET NOT NULL, DROP COLUMN "role";
DROP TYPE "staff_user_role";
ALTER TABLE "staff_user" FORCE ROW LEVEL SECURITY;
ALTER TABLE "saas_customer" FORCE ROW LEVEL SECURITY;

-- CreateIndex
CREATE INDEX "role_tenant_id_name_id_is_archived_idx" ON "role"("tenant_id", "name", "id", "is_archived");

-- CreateIndex
CREATE UNIQUE INDEX "role_tenant_id_id_key" ON "role"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "role_tenant_id_name_key" ON "role"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "role_grants_tenant_id_parent_id_position_idx" ON "role_grants"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "role_grants_tenant_id_id_key" ON "role_grants"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "staff_user_tenant_id_role_id_idx" ON "staff_user"("tenant_id", "role_id");

-- CreateIndex
CREATE INDEX "staff_user_tenant_id_manager_id_idx" ON "staff_user"("tenant_id", "manager_id");

-- AddForeignKey
ALTER TABLE "role_grants" ADD CONSTRAINT "role_grants_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "role"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "staff_user" ADD CONSTRAINT "staff_user_tenant_id_role_id_fkey" FOREIGN KEY ("tenant_id", "role_id") REFERENCES "role"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "staff_user" ADD CONSTRAINT "staff_user_tenant_id_manager_id_fkey" FOREIGN KEY ("tenant_id", "manager_id") REFERENCES "staff_user"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Rights of default_grant
GRANT SELECT, INSERT, DELETE ON "default_grant" TO "identity_platform";

-- Rights of role
ALTER TABLE "role" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "role" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "role" TO "identity_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "role" TO "identity_app";

-- Rights of role_grants
ALTER TABLE "role_grants" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "role_grants" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "role_grants" TO "identity_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "role_grants" TO "identity_app";

-- What is derived
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE OR REPLACE FUNCTION "search_records"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of") || string_agg(format(' AND t."_search" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one) USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$;
REVOKE ALL ON FUNCTION "search_records"(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_records"(text, text[], integer) TO "identity_app";
ALTER TABLE "role" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("name", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "role__search_idx" ON "role" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "role" FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE "staff_user" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("display_name", '') || E'\n' || coalesce("email", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "staff_user__search_idx" ON "staff_user" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "staff_user" FOR SELECT TO CURRENT_USER USING (true);
