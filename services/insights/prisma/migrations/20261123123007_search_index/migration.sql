-- CreateTable
CREATE TABLE "search_generation" (
    "id" SERIAL NOT NULL,
    "state" VARCHAR(10) NOT NULL,
    "ranges" JSONB,
    "positions" JSONB NOT NULL DEFAULT '{}',
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "search_generation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "search_entry" (
    "tenant_id" UUID NOT NULL,
    "generation" INTEGER NOT NULL,
    "resource" VARCHAR(80) NOT NULL,
    "id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "deleted" BOOLEAN NOT NULL,
    "hidden" BOOLEAN NOT NULL,
    "archived" BOOLEAN NOT NULL,
    "label" VARCHAR(300) NOT NULL,
    "detail" VARCHAR(300) NOT NULL,
    "label_key" VARCHAR(200) NOT NULL,
    "label_start" VARCHAR(2) NOT NULL,
    "words" TEXT NOT NULL,
    "read_right" VARCHAR(120) NOT NULL,
    "owner_id" UUID,
    "merged_into" UUID,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "search_entry_pkey" PRIMARY KEY ("tenant_id","generation","resource","id")
);

-- CreateTable
CREATE TABLE "search_resource" (
    "tenant_id" UUID NOT NULL,
    "generation" INTEGER NOT NULL,
    "resource" VARCHAR(80) NOT NULL,
    "read_right" VARCHAR(120) NOT NULL,
    "entries" BIGINT NOT NULL,

    CONSTRAINT "search_resource_pkey" PRIMARY KEY ("tenant_id","generation","resource","read_right")
);

-- CreateTable
CREATE TABLE "search_term" (
    "tenant_id" UUID NOT NULL,
    "generation" INTEGER NOT NULL,
    "term" VARCHAR(60) NOT NULL,
    "entries" BIGINT NOT NULL,

    CONSTRAINT "search_term_pkey" PRIMARY KEY ("tenant_id","generation","term")
);

-- Rights of search_generation
GRANT SELECT ON "search_generation" TO "insights_app";
GRANT SELECT, INSERT, UPDATE, DELETE ON "search_generation" TO "insights_platform";
GRANT USAGE ON SEQUENCE "search_generation_id_seq" TO "insights_platform";
CREATE UNIQUE INDEX "search_generation_current_idx" ON "search_generation" ("state") WHERE "state" <> 'RETIRED';
INSERT INTO "search_generation" ("state", "finished_at") VALUES ('CURRENT', now());

-- Rights of search_entry
ALTER TABLE "search_entry" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "search_entry" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "search_entry" TO "insights_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "search_entry" TO "insights_app";
GRANT SELECT, DELETE ON "search_entry" TO "insights_platform";
CREATE POLICY "platform_select" ON "search_entry" FOR SELECT TO "insights_platform" USING (true);
CREATE POLICY "platform_delete" ON "search_entry" FOR DELETE TO "insights_platform" USING (true);
ALTER TABLE "search_entry" ALTER COLUMN "label_key" TYPE varchar(200) COLLATE "C", ALTER COLUMN "label_start" TYPE varchar(2) COLLATE "C";
CREATE INDEX "search_entry_label_idx" ON "search_entry" ("tenant_id", "generation", "resource", "label_key", "archived", "changed_at" DESC) WHERE NOT "hidden";
CREATE INDEX "search_entry_start_idx" ON "search_entry" ("tenant_id", "generation", "resource", "label_start", "archived", "changed_at" DESC) WHERE NOT "hidden";
CREATE INDEX "search_entry_recent_idx" ON "search_entry" ("tenant_id", "generation", "resource", "archived", "changed_at" DESC) WHERE NOT "hidden";
CREATE INDEX "search_entry_owner_idx" ON "search_entry" ("tenant_id", "generation", "resource", "owner_id", "archived", "changed_at" DESC) WHERE NOT "hidden" AND "owner_id" IS NOT NULL;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE INDEX "search_entry_words_idx" ON "search_entry" USING gin ("tenant_id", "generation", "resource", "words" gin_trgm_ops) WITH (gin_pending_list_limit = 512) WHERE NOT "hidden";
CREATE INDEX "search_entry_deleted_idx" ON "search_entry" ("changed_at") WHERE "deleted";
CREATE POLICY "search" ON "search_entry" FOR SELECT TO CURRENT_USER USING (true);

-- Rights of search_resource
ALTER TABLE "search_resource" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "search_resource" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "search_resource" TO "insights_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "search_resource" TO "insights_app";
GRANT SELECT, DELETE ON "search_resource" TO "insights_platform";
CREATE POLICY "platform_select" ON "search_resource" FOR SELECT TO "insights_platform" USING (true);
CREATE POLICY "platform_delete" ON "search_resource" FOR DELETE TO "insights_platform" USING (true);

-- Rights of search_term
ALTER TABLE "search_term" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "search_term" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "search_term" TO "insights_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "search_term" TO "insights_app";
GRANT SELECT, DELETE ON "search_term" TO "insights_platform";
CREATE POLICY "platform_select" ON "search_term" FOR SELECT TO "insights_platform" USING (true);
CREATE POLICY "platform_delete" ON "search_term" FOR DELETE TO "insights_platform" USING (true);
CREATE INDEX "search_term_trigram_idx" ON "search_term" USING gin ("tenant_id", "generation", "term" gin_trgm_ops);
CREATE POLICY "search" ON "search_term" FOR SELECT TO CURRENT_USER USING (true);

-- Trigram comparisons are not leak-proof: below row security the role of the service cannot use their index (ADR 0012).
-- These two functions can. They read the tenant from the session as its policy does; callers read the ids under row security.
CREATE FUNCTION "search_words"("in_generation" integer, "of" text[], "patterns" text[], "most" integer) RETURNS TABLE ("of_resource" text, "entry_id" uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off AS $$ BEGIN
  RETURN QUERY EXECUTE (SELECT 'SELECT e."resource"::text, e."id" FROM public."search_entry" e WHERE e."tenant_id" = $1 AND e."generation" = $2 AND NOT e."hidden"'
      -- A condition of the index for each resource: the matches in larger ones are not read.
      || ' AND e."resource" = ANY($3)'
      || string_agg(format(' AND e."words" LIKE %L', one), '') || ' LIMIT $4' FROM unnest("patterns") AS one)
    USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "in_generation", "of", "most";
END $$;
REVOKE ALL ON FUNCTION "search_words"(integer, text[], text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_words"(integer, text[], text[], integer) TO "insights_app";

CREATE FUNCTION "search_terms"("in_generation" integer, "word" text, "most" integer) RETURNS TABLE ("found" text, "count" bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
SET pg_trgm.similarity_threshold = 0.25 AS $$
  SELECT t."term", t."entries" FROM public."search_term" t
  WHERE t."tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid) AND t."generation" = "in_generation" AND t."term" % "word"
  ORDER BY public.similarity(t."term", "word") DESC, t."entries" DESC, t."term" LIMIT "most"
$$;
REVOKE ALL ON FUNCTION "search_terms"(integer, text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_terms"(integer, text, integer) TO "insights_app";
