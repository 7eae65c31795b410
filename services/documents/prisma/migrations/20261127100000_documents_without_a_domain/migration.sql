-- What is derived stands aside
DROP POLICY "search" ON "document";
ALTER TABLE "document" DROP COLUMN "_search";

-- A table cannot change while checks of its rows are deferred
SET CONSTRAINTS ALL IMMEDIATE;

-- The owner sees the rows of every tenant while the data move
ALTER TABLE "document" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "subject_document" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "rendered_document" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "withdrawn_subject" NO FORCE ROW LEVEL SECURITY;

-- The tickets of a reservation become a document like any other, which ticketing had rendered under the key that it uses.
-- The label is read by its name, because another migration may have dropped its column.
ALTER TABLE "document" RENAME COLUMN "kind" TO "former_kind";
ALTER TABLE "document" RENAME COLUMN "rendered_kind" TO "kind";
UPDATE "document" d SET "kind" = 'ticketing.tickets', "subject_resource" = 'ticketing.reservation',
  "subject_id" = d."reservation_id"::text, "subject_label" = left(to_jsonb(d) ->> 'reservation_label', 160)
WHERE d."former_kind"::text = 'TICKETS';
INSERT INTO "rendered_document" ("tenant_id", "caller", "kind", "subject_id", "key", "document_id")
SELECT "tenant_id", 'ticketing', 'ticketing.tickets', "subject_id", 'tickets', "document_id" FROM "subject_document"
WHERE "kind" = 'TICKETS' ON CONFLICT DO NOTHING;

ALTER TABLE "withdrawn_subject" DROP CONSTRAINT "withdrawn_subject_pkey",
ADD COLUMN "caller" VARCHAR(40) NOT NULL DEFAULT 'ticketing',
ALTER COLUMN "kind" SET DATA TYPE VARCHAR(80),
ADD CONSTRAINT "withdrawn_subject_pkey" PRIMARY KEY ("tenant_id", "caller", "kind", "subject_id");
ALTER TABLE "withdrawn_subject" ALTER COLUMN "caller" DROP DEFAULT;
UPDATE "withdrawn_subject" SET "kind" = 'ticketing.tickets' WHERE "kind" = 'TICKETS';

ALTER TABLE "document" FORCE ROW LEVEL SECURITY;
ALTER TABLE "rendered_document" FORCE ROW LEVEL SECURITY;
ALTER TABLE "withdrawn_subject" FORCE ROW LEVEL SECURITY;

-- AlterTable
ALTER TABLE "document" DROP COLUMN IF EXISTS "reservation_label",
DROP COLUMN "reservation_id",
DROP COLUMN "former_kind",
ALTER COLUMN "kind" SET NOT NULL;

-- DropTable
DROP TABLE "subject_document";

-- DropEnum
DROP TYPE "document_kind";

-- What is derived
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE OR REPLACE FUNCTION "search_records"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of") || string_agg(format(' AND t."_search" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one) USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$;
REVOKE ALL ON FUNCTION "search_records"(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_records"(text, text[], integer) TO "documents_app";
ALTER TABLE "document" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("file_name", '') || E'\n' || coalesce("subject_label", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "document__search_idx" ON "document" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "document" FOR SELECT TO CURRENT_USER USING (true);
