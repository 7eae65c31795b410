-- CreateIndex
CREATE INDEX "avoir_tenant_id_tiers_id_idx" ON "avoir"("tenant_id", "tiers_id");

-- CreateIndex
CREATE INDEX "bill_tenant_id_tiers_id_idx" ON "bill"("tenant_id", "tiers_id");

-- CreateIndex
CREATE INDEX "quote_tenant_id_tiers_id_idx" ON "quote"("tenant_id", "tiers_id");
