-- What is derived stands aside
DROP POLICY "search" ON "notification";
ALTER TABLE "notification" DROP COLUMN "_search";

-- AlterEnum
ALTER TYPE "notification_template" ADD VALUE 'SERVICE_MAIL';

-- AlterTable
ALTER TABLE "notification" ADD COLUMN     "mail_kind" VARCHAR(80),
ADD COLUMN     "subject_id" VARCHAR(36),
ADD COLUMN     "subject_label" VARCHAR(160),
ADD COLUMN     "subject_resource" VARCHAR(80);

-- CreateTable
CREATE TABLE "mail_key" (
    "tenant_id" UUID NOT NULL,
    "caller" VARCHAR(40) NOT NULL,
    "key" VARCHAR(120) NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "notification_id" UUID,

    CONSTRAINT "mail_key_pkey" PRIMARY KEY ("tenant_id","caller","key")
);

-- Rights of mail_key
ALTER TABLE "mail_key" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "mail_key" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "mail_key" TO "notifications_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "mail_key" TO "notifications_app";
ALTER TABLE "mail_key" ADD CONSTRAINT "mail_key_notification_fkey" FOREIGN KEY ("tenant_id", "notification_id") REFERENCES "notification" ("tenant_id", "id") DEFERRABLE INITIALLY DEFERRED;

-- What is derived
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE OR REPLACE FUNCTION "search_records"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of") || string_agg(format(' AND t."_search" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one) USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$;
REVOKE ALL ON FUNCTION "search_records"(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_records"(text, text[], integer) TO "notifications_app";
ALTER TABLE "notification" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("subject", '') || E'\n' || coalesce("email", '') || E'\n' || coalesce("subject_label", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "notification__search_idx" ON "notification" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "notification" FOR SELECT TO CURRENT_USER USING (true);
