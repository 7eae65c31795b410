-- CreateTable
CREATE TABLE "promotion_use" (
    "tenant_id" UUID NOT NULL,
    "reservation_id" UUID NOT NULL,
    "promotion_code_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "promotion_use_pkey" PRIMARY KEY ("tenant_id","reservation_id")
);

-- CreateIndex
CREATE INDEX "promotion_use_tenant_id_promotion_code_id_idx" ON "promotion_use"("tenant_id", "promotion_code_id");

-- Rights of promotion_use
ALTER TABLE "promotion_use" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "promotion_use" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "promotion_use" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "promotion_use" TO "ticketing_app";
ALTER TABLE "promotion_use" ADD CONSTRAINT "promotion_use_reservation_fkey" FOREIGN KEY ("tenant_id", "reservation_id") REFERENCES "reservation" ("tenant_id", "id") ON DELETE CASCADE;
ALTER TABLE "promotion_use" ADD CONSTRAINT "promotion_use_promotion_code_fkey" FOREIGN KEY ("tenant_id", "promotion_code_id") REFERENCES "promotion_code" ("tenant_id", "id") ON DELETE RESTRICT;

-- Orders that have a code, and may still be paid or are. The owner of the table is no tenant.
ALTER TABLE "promotion_use" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "promotion_use" ("tenant_id", "reservation_id", "promotion_code_id")
SELECT "tenant_id", "id", "promotion_code_id" FROM "reservation"
WHERE "promotion_code_id" IS NOT NULL AND "state" NOT IN ('CANCELED', 'QUOTE_REFUSED');
ALTER TABLE "promotion_use" FORCE ROW LEVEL SECURITY;
