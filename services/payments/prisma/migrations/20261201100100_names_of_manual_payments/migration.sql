-- What is derived stands aside
DROP POLICY "search" ON "manual_payment";
ALTER TABLE "manual_payment" DROP COLUMN "_search";

-- AlterTable
ALTER TABLE "manual_payment" ADD COLUMN     "name" VARCHAR(300);

-- What existing payments are called; the owner sees the rows of every tenant meanwhile
ALTER TABLE "manual_payment" NO FORCE ROW LEVEL SECURITY;
UPDATE "manual_payment" SET "name" = concat_ws(' · ', "code", nullif("reference", ''));
ALTER TABLE "manual_payment" FORCE ROW LEVEL SECURITY;

-- What is derived
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE OR REPLACE FUNCTION "search_records"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of") || string_agg(format(' AND t."_search" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one) USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$;
REVOKE ALL ON FUNCTION "search_records"(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_records"(text, text[], integer) TO "payments_app";
ALTER TABLE "manual_payment" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("name", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "manual_payment__search_idx" ON "manual_payment" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "manual_payment" FOR SELECT TO CURRENT_USER USING (true);
