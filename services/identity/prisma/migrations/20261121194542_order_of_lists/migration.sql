-- DropIndex
DROP INDEX "saas_customer_tenant_id_name_id_idx";

-- CreateIndex
CREATE INDEX "saas_customer_tenant_id_name_id_is_archived_idx" ON "saas_customer"("tenant_id", "name", "id", "is_archived");
