-- DropIndex
DROP INDEX "shelf_tenant_id_name_id_idx";

-- CreateIndex
CREATE INDEX "shelf_tenant_id_name_id_is_archived_idx" ON "shelf"("tenant_id", "name", "id", "is_archived");
