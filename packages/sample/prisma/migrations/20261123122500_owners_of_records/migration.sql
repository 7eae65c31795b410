-- CreateIndex
CREATE INDEX "holiday_tenant_id_created_by_title_id_idx" ON "holiday"("tenant_id", "created_by", "title", "id");
