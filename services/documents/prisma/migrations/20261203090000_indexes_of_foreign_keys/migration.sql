-- CreateIndex
CREATE INDEX "rendered_document_document_id_tenant_id_idx" ON "rendered_document"("document_id", "tenant_id");
