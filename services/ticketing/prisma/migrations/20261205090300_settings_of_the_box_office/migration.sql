-- CreateEnum
CREATE TYPE "settings_front_mode" AS ENUM ('LIGHT', 'DARK', 'CUSTOM');

-- CreateEnum
CREATE TYPE "settings_social_urls_network" AS ENUM ('FACEBOOK', 'INSTAGRAM', 'TIKTOK', 'YOUTUBE', 'LINKEDIN', 'X');

-- CreateEnum
CREATE TYPE "settings_thank_you_texts_purchase" AS ENUM ('RESERVATION', 'GIFT_VOUCHER');

-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "days_before_gift_voucher_expiry" INTEGER,
ADD COLUMN     "end_of_season_date_for_gift_vouchers" DATE,
ADD COLUMN     "footers_id" UUID,
ADD COLUMN     "footers_label" TEXT,
ADD COLUMN     "front_color_for_custom" VARCHAR(7),
ADD COLUMN     "front_mode" "settings_front_mode",
ADD COLUMN     "gift_voucher_cannot_be_sold_message" TEXT,
ADD COLUMN     "headers_id" UUID,
ADD COLUMN     "headers_label" TEXT,
ADD COLUMN     "logos_id" UUID,
ADD COLUMN     "logos_label" TEXT,
ADD COLUMN     "privacy_url" VARCHAR(2048),
ADD COLUMN     "reservation_cannot_be_sold_message" TEXT,
ADD COLUMN     "terms_url" VARCHAR(2048),
ADD COLUMN     "validity_days" INTEGER NOT NULL DEFAULT 365,
ADD COLUMN     "wallpaper_id" UUID,
ADD COLUMN     "wallpaper_label" TEXT,
ADD COLUMN     "yearly_ticket_limit" INTEGER;

-- CreateTable
CREATE TABLE "settings_social_urls" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "network" "settings_social_urls_network" NOT NULL,
    "url" VARCHAR(2048) NOT NULL,

    CONSTRAINT "settings_social_urls_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "settings_thank_you_texts" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "purchase" "settings_thank_you_texts_purchase" NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "settings_thank_you_texts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "settings_social_urls_tenant_id_parent_id_position_idx" ON "settings_social_urls"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "settings_social_urls_tenant_id_id_key" ON "settings_social_urls"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "settings_thank_you_texts_tenant_id_parent_id_position_idx" ON "settings_thank_you_texts"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "settings_thank_you_texts_tenant_id_id_key" ON "settings_thank_you_texts"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "settings_social_urls" ADD CONSTRAINT "settings_social_urls_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "settings"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "settings_thank_you_texts" ADD CONSTRAINT "settings_thank_you_texts_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "settings"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- Rights of settings_social_urls
ALTER TABLE "settings_social_urls" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "settings_social_urls" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "settings_social_urls" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "settings_social_urls" TO "ticketing_app";

-- Rights of settings_thank_you_texts
ALTER TABLE "settings_thank_you_texts" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "settings_thank_you_texts" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "settings_thank_you_texts" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "settings_thank_you_texts" TO "ticketing_app";
