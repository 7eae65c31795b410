-- What is derived stands aside, and views of other tables that read these columns
DROP VIEW "ticket_record";
DROP VIEW "list_to_send_item";
DROP VIEW "unpaid_reservation";
DROP VIEW "unpaid_gift_voucher";
DROP VIEW "reservation_line";
DROP POLICY "search" ON "gift_voucher";
ALTER TABLE "gift_voucher" DROP COLUMN "_search";
DROP POLICY "search" ON "reservation";
ALTER TABLE "reservation" DROP COLUMN "_search";
DROP POLICY "search" ON "waiting_entry";
ALTER TABLE "waiting_entry" DROP COLUMN "_search";

-- AlterTable
ALTER TABLE "reservation_item" ALTER COLUMN "holder_name" SET DATA TYPE VARCHAR(255);

-- AlterTable
ALTER TABLE "ticket_transfer" ALTER COLUMN "name" SET DATA TYPE VARCHAR(255);

-- AlterTable
ALTER TABLE "gift_voucher" ALTER COLUMN "customer_name" SET DATA TYPE VARCHAR(511),
ALTER COLUMN "beneficiary_name" SET DATA TYPE VARCHAR(511);

-- AlterTable
ALTER TABLE "reservation" ALTER COLUMN "customer_name" SET DATA TYPE VARCHAR(511);

-- AlterTable
ALTER TABLE "waiting_entry" ALTER COLUMN "customer_name" SET DATA TYPE VARCHAR(511),
ALTER COLUMN "first_name" SET DATA TYPE VARCHAR(255),
ALTER COLUMN "last_name" SET DATA TYPE VARCHAR(255);

-- What is derived
CREATE VIEW "reservation_line" WITH (security_invoker = true) AS SELECT i."id", i."tenant_id", 1 AS "version", i."reservation_id", i."performance_id", i."formula_id", i."category_name", l."number_of_places", l."seats", l."total_ttc", coalesce(o."options", '{}') AS "options", r."created_at", r."updated_at" FROM "reservation_item" i JOIN "reservation" r ON r."tenant_id" = i."tenant_id" AND r."id" = i."reservation_id" CROSS JOIN LATERAL (SELECT count(*)::int AS "number_of_places", coalesce(array_agg(s."label"::text ORDER BY k."position") FILTER (WHERE s."label" IS NOT NULL), '{}') AS "seats", round(sum(k."price_minor" - k."discount_minor") / 100.0, 2) AS "total_ttc" FROM "reservation_item" k LEFT JOIN "performance_seat" s ON s."tenant_id" = k."tenant_id" AND s."performance_id" = k."performance_id" AND s."id" = k."seat_id" WHERE k."tenant_id" = i."tenant_id" AND k."reservation_id" = i."reservation_id" AND k."formula_id" = i."formula_id" AND k."canceled_at" IS NULL) l LEFT JOIN LATERAL (SELECT array_agg(b."name" || CASE WHEN b."quantity" > 1 THEN ' × ' || b."quantity" ELSE '' END ORDER BY b."position") AS "options" FROM "reservation_option" b WHERE b."tenant_id" = i."tenant_id" AND b."reservation_id" = i."reservation_id" AND b."formula_id" = i."formula_id" AND b."canceled_at" IS NULL) o ON true WHERE i."canceled_at" IS NULL AND NOT EXISTS (SELECT 1 FROM "reservation_item" e WHERE e."tenant_id" = i."tenant_id" AND e."reservation_id" = i."reservation_id" AND e."formula_id" = i."formula_id" AND e."canceled_at" IS NULL AND (e."position", e."id") < (i."position", i."id"));
GRANT SELECT ON "reservation_line" TO "ticketing_app";
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE OR REPLACE FUNCTION "search_records"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of") || string_agg(format(' AND t."_search" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one) USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$;
REVOKE ALL ON FUNCTION "search_records"(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_records"(text, text[], integer) TO "ticketing_app";
ALTER TABLE "gift_voucher" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("code", '') || E'\n' || coalesce("customer_name", '') || E'\n' || coalesce("customer_email", '') || E'\n' || coalesce("beneficiary_name", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "gift_voucher__search_idx" ON "gift_voucher" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "gift_voucher" FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE "reservation" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("code", '') || E'\n' || coalesce("customer_name", '') || E'\n' || coalesce("customer_email", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "reservation__search_idx" ON "reservation" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "reservation" FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE "waiting_entry" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("customer_name", '') || E'\n' || coalesce("customer_email", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "waiting_entry__search_idx" ON "waiting_entry" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "waiting_entry" FOR SELECT TO CURRENT_USER USING (true);

-- Views of other tables
CREATE VIEW "ticket_record" WITH (security_invoker = true) AS SELECT t."id", t."tenant_id", 1 AS "version", t."code", CASE WHEN t."state" = 'VALIDATED' AND t."code" IS NULL THEN 'DRAFT' ELSE t."state" END AS "state", t."reservation_id", t."performance_id", i."formula_id", s."label" AS "seat", i."category_name", i."holder_name", r."customer_name", round((i."price_minor" - i."discount_minor") / 100.0, 2) AS "price_ttc", p."starts_at" AS "start", (p."date" + 1)::timestamp AT TIME ZONE current_setting('app.zone') AS "end", t."numbered_at", i."canceled_at", t."created_at", greatest(t."created_at", t."numbered_at", i."canceled_at") AS "updated_at" FROM "ticket" t JOIN "reservation_item" i ON i."tenant_id" = t."tenant_id" AND i."id" = t."item_id" JOIN "reservation" r ON r."tenant_id" = t."tenant_id" AND r."id" = t."reservation_id" JOIN "performance" p ON p."tenant_id" = t."tenant_id" AND p."id" = t."performance_id" LEFT JOIN "performance_seat" s ON s."tenant_id" = i."tenant_id" AND s."performance_id" = i."performance_id" AND s."id" = i."seat_id";
GRANT SELECT ON "ticket_record" TO "ticketing_app";
CREATE VIEW "list_to_send_item" WITH (security_invoker = true) AS SELECT r."id", r."tenant_id", r."version", 'RESERVATION' AS "kind", r."code", r."customer_name", r."customer_email", concat_ws(', ', nullif(r."customer_fields" ->> 'addressLine1', ''), nullif(concat_ws(' ', nullif(r."customer_fields" ->> 'zipCode', ''), nullif(r."customer_fields" ->> 'city', '')), '')) AS "address", o."contents", r."performance_id", r."postal_sended" AS "is_sent", CASE WHEN r."postal_sended" THEN 'SENT' ELSE 'TO_SEND' END AS "state", r."postal_sended_at" AS "sent_at", r."created_at", r."updated_at" FROM (SELECT b."tenant_id", b."reservation_id", string_agg(b."name" || CASE WHEN b."quantity" > 1 THEN ' × ' || b."quantity" ELSE '' END, ', ' ORDER BY b."position") AS "contents" FROM "reservation_option" b WHERE b."for_postal_send" AND b."canceled_at" IS NULL GROUP BY b."tenant_id", b."reservation_id") o JOIN "reservation" r ON r."tenant_id" = o."tenant_id" AND r."id" = o."reservation_id" WHERE r."state" = 'VALIDATED' UNION ALL SELECT v."id", v."tenant_id", v."version", 'GIFT_VOUCHER', v."code", v."customer_name", v."customer_email", concat_ws(', ', nullif(v."customer_fields" ->> 'addressLine1', ''), nullif(concat_ws(' ', nullif(v."customer_fields" ->> 'zipCode', ''), nullif(v."customer_fields" ->> 'city', '')), '')), coalesce(nullif(v."beneficiary_name", ''), v."code"), NULL::uuid, v."postal_sended", CASE WHEN v."postal_sended" THEN 'SENT' ELSE 'TO_SEND' END, v."postal_sended_at", v."created_at", v."updated_at" FROM "gift_voucher" v WHERE v."is_postal" AND v."state" = 'VALIDATED';
GRANT SELECT ON "list_to_send_item" TO "ticketing_app";
CREATE VIEW "unpaid_reservation" WITH (security_invoker = true) AS SELECT u.*, round(d."paid" / 100.0, 2) AS "paid_ttc", u."total_ttc" - round(d."paid" / 100.0, 2) AS "due_ttc" FROM (SELECT r."id", r."tenant_id", r."version", r."code", r."customer_name", r."customer_email", r."performance_id", r."channel"::text AS "channel", r."total_ttc", r."deadline", r."created_at", r."updated_at" FROM "reservation" r WHERE r."state" = 'PRE_RESERVATION' UNION ALL SELECT r."id", r."tenant_id", r."version", r."code", r."customer_name", r."customer_email", r."performance_id", r."channel"::text, r."total_ttc", r."deadline", r."created_at", r."updated_at" FROM "sale_process" s JOIN "reservation" r ON r."tenant_id" = s."tenant_id" AND r."id" = s."reservation_id" WHERE s."is_withheld" AND r."state" = 'VALIDATED') u CROSS JOIN LATERAL (SELECT (SELECT coalesce(sum(m."amount_minor" - m."refunded_minor"), 0) FROM "reservation_payment" m WHERE m."tenant_id" = u."tenant_id" AND m."reservation_id" = u."id" AND m."state" = 'ACCEPTED') + (SELECT coalesce(-sum(e."amount_minor"), 0) FROM "gift_voucher_entry" e WHERE e."tenant_id" = u."tenant_id" AND e."reservation_id" = u."id") AS "paid") d WHERE (u."total_ttc" * 100)::bigint > d."paid";
GRANT SELECT ON "unpaid_reservation" TO "ticketing_app";
CREATE VIEW "unpaid_gift_voucher" WITH (security_invoker = true) AS SELECT v."id", v."tenant_id", v."version", v."code", v."customer_name", v."customer_email", v."channel"::text AS "channel", v."total_ttc", v."left_to_pay", v."deadline", v."created_at", v."updated_at" FROM "gift_voucher" v WHERE v."state" = 'DRAFT' AND v."left_to_pay" > 0;
GRANT SELECT ON "unpaid_gift_voucher" TO "ticketing_app";
