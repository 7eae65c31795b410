-- CreateEnum
CREATE TYPE "formula_prices_channel" AS ENUM ('BOX_OFFICE', 'ONLINE');

-- AlterTable
ALTER TABLE "performance" ADD COLUMN     "is_cancelled" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "show" ADD COLUMN     "performances_before" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "formula_prices" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "price_ttc" DECIMAL(14,2) NOT NULL,
    "channel" "formula_prices_channel",
    "valid_from" DATE,
    "valid_until" DATE,

    CONSTRAINT "formula_prices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "formula_prices_tenant_id_parent_id_position_idx" ON "formula_prices"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "formula_prices_tenant_id_id_key" ON "formula_prices"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "formula_prices" ADD CONSTRAINT "formula_prices_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "formula"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- Rights of formula_prices
ALTER TABLE "formula_prices" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "formula_prices" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "formula_prices" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "formula_prices" TO "ticketing_app";
