-- CreateEnum
CREATE TYPE "settings_tracking_pixels_step" AS ENUM ('THEATRE', 'SHOW', 'SEATS', 'RESERVATION_PAID', 'GIFT_VOUCHER_PAID');

-- CreateTable
CREATE TABLE "settings_tracking_pixels" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "step" "settings_tracking_pixels_step" NOT NULL,
    "url" VARCHAR(2048) NOT NULL,

    CONSTRAINT "settings_tracking_pixels_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "settings_tracking_pixels_tenant_id_parent_id_position_idx" ON "settings_tracking_pixels"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "settings_tracking_pixels_tenant_id_id_key" ON "settings_tracking_pixels"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "settings_tracking_pixels" ADD CONSTRAINT "settings_tracking_pixels_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "settings"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- Rights of settings_tracking_pixels
ALTER TABLE "settings_tracking_pixels" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "settings_tracking_pixels" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "settings_tracking_pixels" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "settings_tracking_pixels" TO "ticketing_app";
