-- What is derived stands aside
DROP POLICY "search" ON "notification";
ALTER TABLE "notification" DROP COLUMN "_search";

-- A table cannot change while checks of its rows are deferred
SET CONSTRAINTS ALL IMMEDIATE;

-- The owner sees the rows of every tenant while the data move
ALTER TABLE "notification" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "message_key" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "mail_key" NO FORCE ROW LEVEL SECURITY;

-- Mails about reservations become mails of ticketing, under the keys that it uses: none of them is sent again.
-- The label is read by its name, because another migration may have dropped its column.
ALTER TABLE "notification" RENAME COLUMN "mail_kind" TO "kind";
UPDATE "notification" n SET "subject_resource" = 'ticketing.reservation', "subject_id" = n."reservation_id"::text,
  "subject_label" = left(to_jsonb(n) ->> 'reservation_label', 160),
  "kind" = CASE n."template"::text
    WHEN 'RESERVATION_TICKETS' THEN 'ticketing.tickets-mail'
    WHEN 'RESERVATION_CANCELED' THEN 'ticketing.cancellation-mail'
    WHEN 'RESERVATION_REFUND' THEN 'ticketing.refund-due-mail'
    ELSE 'ticketing.refund-mail' END
WHERE n."template"::text <> 'SERVICE_MAIL';
INSERT INTO "mail_key" ("tenant_id", "caller", "key", "notification_id")
SELECT "tenant_id", 'ticketing', CASE "template"
    WHEN 'RESERVATION_TICKETS' THEN 'tickets:'
    WHEN 'RESERVATION_CANCELED' THEN 'cancellation:'
    WHEN 'RESERVATION_REFUND' THEN 'refund-due:'
    ELSE 'refund:' END || "subject_id"::text, "notification_id"
FROM "message_key" ON CONFLICT DO NOTHING;

ALTER TABLE "notification" FORCE ROW LEVEL SECURITY;
ALTER TABLE "mail_key" FORCE ROW LEVEL SECURITY;

-- AlterTable
ALTER TABLE "notification" DROP COLUMN IF EXISTS "reservation_label",
DROP COLUMN "reservation_id",
DROP COLUMN "template",
ALTER COLUMN "kind" SET NOT NULL;

-- DropTable
DROP TABLE "message_key";

-- DropEnum
DROP TYPE "notification_template";

-- What is derived
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE OR REPLACE FUNCTION "search_records"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of") || string_agg(format(' AND t."_search" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one) USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$;
REVOKE ALL ON FUNCTION "search_records"(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_records"(text, text[], integer) TO "notifications_app";
ALTER TABLE "notification" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("subject", '') || E'\n' || coalesce("email", '') || E'\n' || coalesce("subject_label", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "notification__search_idx" ON "notification" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "notification" FOR SELECT TO CURRENT_USER USING (true);
