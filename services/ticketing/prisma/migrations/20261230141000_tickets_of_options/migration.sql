-- What is derived stands aside
DROP VIEW "ticket_record";

-- AlterTable
ALTER TABLE "reservation_option" ADD COLUMN     "is_ticket" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "ticket" ADD COLUMN     "reservation_option_id" UUID,
ALTER COLUMN "item_id" DROP NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "reservation_option_tenant_id_id_key" ON "reservation_option"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "ticket_reservation_option_id_tenant_id_idx" ON "ticket"("reservation_option_id", "tenant_id");

-- What is derived
CREATE VIEW "ticket_record" WITH (security_invoker = true) AS SELECT t."id", t."tenant_id", 1 AS "version", t."code", CASE WHEN t."state" = 'VALIDATED' AND t."code" IS NULL THEN 'DRAFT' ELSE t."state" END AS "state", t."reservation_id", t."performance_id", coalesce(i."formula_id", o."formula_id") AS "formula_id", s."label" AS "seat", i."category_name", o."name" AS "option_name", i."holder_name", r."customer_name", round(coalesce(i."price_minor", o."price_minor" / o."quantity") / 100.0, 2) AS "price_ttc", p."starts_at" AS "start", (p."date" + 1)::timestamp AT TIME ZONE current_setting('app.zone') AS "end", t."numbered_at", coalesce(i."canceled_at", o."canceled_at") AS "canceled_at", t."created_at", greatest(t."created_at", t."numbered_at", i."canceled_at", o."canceled_at") AS "updated_at" FROM "ticket" t LEFT JOIN "reservation_item" i ON i."tenant_id" = t."tenant_id" AND i."id" = t."item_id" LEFT JOIN "reservation_option" o ON o."tenant_id" = t."tenant_id" AND o."id" = t."reservation_option_id" JOIN "reservation" r ON r."tenant_id" = t."tenant_id" AND r."id" = t."reservation_id" JOIN "performance" p ON p."tenant_id" = t."tenant_id" AND p."id" = t."performance_id" LEFT JOIN "performance_seat" s ON s."tenant_id" = i."tenant_id" AND s."performance_id" = i."performance_id" AND s."id" = i."seat_id";
GRANT SELECT ON "ticket_record" TO "ticketing_app";

-- A ticket is of a place or of an option
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_option_fkey" FOREIGN KEY ("tenant_id", "reservation_option_id") REFERENCES "reservation_option" ("tenant_id", "id");
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_subject_check" CHECK (("item_id" IS NULL) <> ("reservation_option_id" IS NULL));
