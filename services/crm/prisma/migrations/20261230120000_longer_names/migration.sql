-- What is derived, and what watches these columns, stands aside
DROP TRIGGER "tiers_keys_of_changed" ON "tiers";
DROP POLICY "search" ON "tiers";
ALTER TABLE "tiers" DROP COLUMN "_search";

-- AlterTable
ALTER TABLE "tiers" ALTER COLUMN "first_name" SET DATA TYPE VARCHAR(255),
ALTER COLUMN "last_name" SET DATA TYPE VARCHAR(255),
ALTER COLUMN "name" SET DATA TYPE VARCHAR(511);

-- What is derived
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE OR REPLACE FUNCTION "search_records"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of") || string_agg(format(' AND t."_search" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one) USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$;
REVOKE ALL ON FUNCTION "search_records"(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_records"(text, text[], integer) TO "crm_app";
ALTER TABLE "tiers" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("name", '') || E'\n' || coalesce("email", '') || E'\n' || coalesce("telephone", '') || E'\n' || coalesce("mobile", '') || E'\n' || coalesce("siren", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "tiers__search_idx" ON "tiers" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "tiers" FOR SELECT TO CURRENT_USER USING (true);

-- What watches these columns
CREATE TRIGGER "tiers_keys_of_changed" AFTER UPDATE ON "tiers" FOR EACH ROW
  WHEN ((OLD."kind", OLD."name", OLD."last_name", OLD."email", OLD."secondary_email", OLD."telephone", OLD."telephone2",
      OLD."mobile", OLD."mobile2", OLD."siren", OLD."siret", OLD."intracommunity_vat_number")
    IS DISTINCT FROM (NEW."kind", NEW."name", NEW."last_name", NEW."email", NEW."secondary_email", NEW."telephone", NEW."telephone2",
      NEW."mobile", NEW."mobile2", NEW."siren", NEW."siret", NEW."intracommunity_vat_number"))
  EXECUTE FUNCTION "tiers_keep_keys"();
