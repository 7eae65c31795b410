-- CreateEnum
CREATE TYPE "number_format_series" AS ENUM ('bill', 'credit');

-- CreateTable
CREATE TABLE "number_format" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "series" "number_format_series" NOT NULL,
    "starts_on" DATE NOT NULL,
    "format" VARCHAR(60) NOT NULL,
    "example" VARCHAR(60),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "number_format_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "number_format_tenant_id_starts_on_id_idx" ON "number_format"("tenant_id", "starts_on", "id");

-- CreateIndex
CREATE UNIQUE INDEX "number_format_tenant_id_id_key" ON "number_format"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "number_format_series_starts_on_key" ON "number_format"("tenant_id", "series", "starts_on");

-- Rights of number_format
ALTER TABLE "number_format" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "number_format" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "number_format" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "number_format" TO "sample_app";
