-- CreateEnum
CREATE TYPE "bank_settings_bank_kit_mode" AS ENUM ('PAYBOX', 'SYSTEMPAY');

-- CreateEnum
CREATE TYPE "bank_settings_systempay_mode" AS ENUM ('TEST', 'PRODUCTION');

-- CreateTable
CREATE TABLE "bank_settings" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "bank_kit_mode" "bank_settings_bank_kit_mode" NOT NULL DEFAULT 'PAYBOX',
    "systempay_site_id" VARCHAR(8),
    "systempay_mode" "bank_settings_systempay_mode" NOT NULL DEFAULT 'TEST',
    "systempay_key" BYTEA,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "bank_settings_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "bank_settings_tenant_id_systempay_site_id_id_idx" ON "bank_settings"("tenant_id", "systempay_site_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "bank_settings_tenant_id_id_key" ON "bank_settings"("tenant_id", "id");

-- Rights of bank_settings
ALTER TABLE "bank_settings" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "bank_settings" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "bank_settings" TO "payments_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "bank_settings" TO "payments_app";

-- Numbers of forms
CREATE SEQUENCE "systempay_transaction" MINVALUE 0 MAXVALUE 899999 CYCLE;
GRANT USAGE ON SEQUENCE "systempay_transaction" TO "payments_app";
