-- AlterTable
ALTER TABLE "promotion_code" ADD COLUMN     "entity_id" UUID;

-- AlterTable
ALTER TABLE "show" ADD COLUMN     "entity_id" UUID;

-- CreateIndex
CREATE INDEX "promotion_code_tenant_id_entity_id_idx" ON "promotion_code"("tenant_id", "entity_id");

-- CreateIndex
CREATE INDEX "show_tenant_id_entity_id_idx" ON "show"("tenant_id", "entity_id");
