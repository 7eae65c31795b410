-- What is derived stands aside
DROP POLICY "search" ON "avoir";
ALTER TABLE "avoir" DROP COLUMN "_search";
DROP POLICY "search" ON "bill";
ALTER TABLE "bill" DROP COLUMN "_search";
DROP POLICY "search" ON "quote";
ALTER TABLE "quote" DROP COLUMN "_search";

-- AlterTable
ALTER TABLE "avoir" ADD COLUMN     "name" VARCHAR(300);

-- AlterTable
ALTER TABLE "bill" ADD COLUMN     "name" VARCHAR(300);

-- AlterTable
ALTER TABLE "quote" ADD COLUMN     "name" VARCHAR(300);

-- What existing documents are called; the owner sees the rows of every tenant meanwhile
ALTER TABLE "avoir" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "bill" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "quote" NO FORCE ROW LEVEL SECURITY;
UPDATE "avoir" SET "name" = concat_ws(' · ', "code", "reason");
UPDATE "bill" SET "name" = concat_ws(' · ', "code", "title");
UPDATE "quote" SET "name" = concat_ws(' · ', "code", "title");
ALTER TABLE "avoir" FORCE ROW LEVEL SECURITY;
ALTER TABLE "bill" FORCE ROW LEVEL SECURITY;
ALTER TABLE "quote" FORCE ROW LEVEL SECURITY;

-- What is derived
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE OR REPLACE FUNCTION "search_records"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of") || string_agg(format(' AND t."_search" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one) USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$;
REVOKE ALL ON FUNCTION "search_records"(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_records"(text, text[], integer) TO "sales_app";
ALTER TABLE "avoir" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("name", '') || E'\n' || coalesce("bill_code", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "avoir__search_idx" ON "avoir" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "avoir" FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE "bill" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("name", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "bill__search_idx" ON "bill" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "bill" FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE "quote" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("name", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "quote__search_idx" ON "quote" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "quote" FOR SELECT TO CURRENT_USER USING (true);
