-- CreateIndex
CREATE INDEX "note_tenant_id_created_by_date_id_idx" ON "note"("tenant_id", "created_by", "date", "id");
