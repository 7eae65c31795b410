-- What is derived stands aside
DROP POLICY "search" ON "document";
ALTER TABLE "document" DROP COLUMN "_search";

-- AlterEnum
ALTER TYPE "document_kind" ADD VALUE 'RENDERED';

-- AlterTable
ALTER TABLE "document" ADD COLUMN     "rendered_kind" VARCHAR(80),
ADD COLUMN     "subject_id" VARCHAR(36),
ADD COLUMN     "subject_label" VARCHAR(160),
ADD COLUMN     "subject_resource" VARCHAR(80);

-- CreateTable
CREATE TABLE "rendered_document" (
    "tenant_id" UUID NOT NULL,
    "caller" VARCHAR(40) NOT NULL,
    "kind" VARCHAR(80) NOT NULL,
    "subject_id" UUID NOT NULL,
    "key" VARCHAR(80) NOT NULL,
    "document_id" UUID NOT NULL,

    CONSTRAINT "rendered_document_pkey" PRIMARY KEY ("tenant_id","caller","kind","subject_id","key")
);

-- Rights of rendered_document
ALTER TABLE "rendered_document" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "rendered_document" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "rendered_document" TO "documents_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT ON "rendered_document" TO "documents_app";
ALTER TABLE "rendered_document" ADD CONSTRAINT "rendered_document_document_fkey" FOREIGN KEY ("tenant_id", "document_id") REFERENCES "document" ("tenant_id", "id") DEFERRABLE INITIALLY DEFERRED;

-- What is derived
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE OR REPLACE FUNCTION "search_records"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of") || string_agg(format(' AND t."_search" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one) USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$;
REVOKE ALL ON FUNCTION "search_records"(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_records"(text, text[], integer) TO "documents_app";
ALTER TABLE "document" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("file_name", '') || E'\n' || coalesce("subject_label", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "document__search_idx" ON "document" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "document" FOR SELECT TO CURRENT_USER USING (true);
