-- AlterTable
ALTER TABLE "reception_configuration" ADD COLUMN     "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "id" UUID NOT NULL DEFAULT uuidv7(),
ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "bill_payment_terms" TEXT,
ADD COLUMN     "quote_payment_terms" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "reception_configuration_tenant_id_id_key" ON "reception_configuration"("tenant_id", "id");

-- What is derived
CREATE VIEW "reception_configuration_record" WITH (security_invoker = true) AS SELECT c."id", c."tenant_id", 1 AS "version", c."user_id" AS "created_by", c."columns", c."created_at", c."updated_at" FROM "reception_configuration" c;
GRANT SELECT ON "reception_configuration_record" TO "ticketing_app";
