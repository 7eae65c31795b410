-- CreateTable
CREATE TABLE "tenant_bank" (
    "tenant_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "bank" VARCHAR(20) NOT NULL,
    "site_id" VARCHAR(20),
    "mode" VARCHAR(20),
    "has_key" BOOLEAN NOT NULL,
    "notification_path" VARCHAR(200),

    CONSTRAINT "tenant_bank_pkey" PRIMARY KEY ("tenant_id")
);

-- Rights of tenant_bank
ALTER TABLE "tenant_bank" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "tenant_bank" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "tenant_bank" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "tenant_bank" TO "ticketing_app";
