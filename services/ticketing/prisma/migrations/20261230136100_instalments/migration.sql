-- What is derived stands aside
DROP VIEW "unpaid_reservation";

-- CreateEnum
CREATE TYPE "settings_deposits_on_cancellation" AS ENUM ('REFUNDED', 'REFUNDED_BEFORE', 'KEPT');

-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "days_before_to_remind_instalment" INTEGER,
ADD COLUMN     "deposit_refund_days" INTEGER,
ADD COLUMN     "deposits_on_cancellation" "settings_deposits_on_cancellation" NOT NULL DEFAULT 'REFUNDED';

-- CreateTable
CREATE TABLE "reservation_instalment" (
    "tenant_id" UUID NOT NULL,
    "reservation_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "label" VARCHAR(80) NOT NULL,
    "due_on" DATE NOT NULL,
    "amount_minor" INTEGER NOT NULL,
    "percentage_points" INTEGER,
    "is_rest" BOOLEAN NOT NULL DEFAULT false,
    "reminded_at" TIMESTAMPTZ(3),

    CONSTRAINT "reservation_instalment_pkey" PRIMARY KEY ("tenant_id","reservation_id","position")
);

-- Rights of reservation_instalment
ALTER TABLE "reservation_instalment" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "reservation_instalment" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "reservation_instalment" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "reservation_instalment" TO "ticketing_app";
ALTER TABLE "reservation_instalment" ADD CONSTRAINT "reservation_instalment_reservation_fkey" FOREIGN KEY ("tenant_id", "reservation_id") REFERENCES "reservation" ("tenant_id", "id") ON DELETE CASCADE;
ALTER TABLE "reservation_instalment" ADD CONSTRAINT "reservation_instalment_amount_check" CHECK ("amount_minor" >= 0 AND "percentage_points" BETWEEN 1 AND 10000);
CREATE INDEX "reservation_instalment_due_idx" ON "reservation_instalment" ("tenant_id", "due_on") WHERE "reminded_at" IS NULL;

-- What is derived
CREATE VIEW "unpaid_reservation" WITH (security_invoker = true) AS SELECT u.*, round(d."paid" / 100.0, 2) AS "paid_ttc", u."total_ttc" - round(d."paid" / 100.0, 2) AS "due_ttc", n."next_due_on", CASE WHEN n."late" > 0 THEN round(n."late" / 100.0, 2) ELSE round(n."next" / 100.0, 2) END AS "next_due_ttc", coalesce(n."late" > 0, false) AS "is_late" FROM (SELECT r."id", r."tenant_id", r."version", r."code", r."customer_name", r."customer_email", r."performance_id", r."channel"::text AS "channel", r."total_ttc", r."deadline", r."created_at", r."updated_at" FROM "reservation" r WHERE r."state" = 'PRE_RESERVATION' UNION ALL SELECT r."id", r."tenant_id", r."version", r."code", r."customer_name", r."customer_email", r."performance_id", r."channel"::text, r."total_ttc", r."deadline", r."created_at", r."updated_at" FROM "sale_process" s JOIN "reservation" r ON r."tenant_id" = s."tenant_id" AND r."id" = s."reservation_id" WHERE s."is_withheld" AND r."state" = 'VALIDATED') u CROSS JOIN LATERAL (SELECT (SELECT coalesce(sum(m."amount_minor" - m."to_refund_minor" - m."refunded_minor"), 0) FROM "reservation_payment" m WHERE m."tenant_id" = u."tenant_id" AND m."reservation_id" = u."id" AND m."state" = 'ACCEPTED') + (SELECT coalesce(-sum(e."amount_minor"), 0) FROM "gift_voucher_entry" e WHERE e."tenant_id" = u."tenant_id" AND e."reservation_id" = u."id") AS "paid") d LEFT JOIN LATERAL (SELECT min(q."due_on") AS "next_due_on", sum(q."left") FILTER (WHERE q."due_on" < (now() AT TIME ZONE current_setting('app.zone'))::date) AS "late", (array_agg(q."left" ORDER BY q."position"))[1] AS "next" FROM (SELECT i."position", i."due_on", least(i."amount_minor", sum(i."amount_minor") OVER (ORDER BY i."position") - d."paid") AS "left" FROM "reservation_instalment" i WHERE i."tenant_id" = u."tenant_id" AND i."reservation_id" = u."id") q WHERE q."left" > 0) n ON true WHERE (u."total_ttc" * 100)::bigint > d."paid";
GRANT SELECT ON "unpaid_reservation" TO "ticketing_app";
