-- AlterTable
ALTER TABLE "ticket" ADD COLUMN     "numbered_at" TIMESTAMPTZ(3),
ADD COLUMN     "series_year" INTEGER,
ALTER COLUMN "code" DROP NOT NULL;

-- Every ticket until now was numbered by its sale, in the year that its code says.
UPDATE "ticket" SET "numbered_at" = "created_at", "series_year" = split_part("code", '-', 2)::int;
ALTER TABLE "ticket" ALTER COLUMN "series_year" SET NOT NULL;
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_number_check" CHECK (("code" IS NULL) = ("numbered_at" IS NULL));

-- The sequencer looks for tickets without a number: those of a tenant, and which tenants have some.
CREATE INDEX "ticket_unnumbered_idx" ON "ticket" ("tenant_id", "id") WHERE "code" IS NULL;
GRANT SELECT ("tenant_id", "code") ON "ticket" TO "ticketing_platform";
CREATE POLICY platform_select ON "ticket" FOR SELECT TO "ticketing_platform" USING (true);
