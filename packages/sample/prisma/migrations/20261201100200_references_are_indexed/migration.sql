-- CreateIndex
CREATE INDEX "gadget_tenant_id_owner_id_idx" ON "gadget"("tenant_id", "owner_id");
