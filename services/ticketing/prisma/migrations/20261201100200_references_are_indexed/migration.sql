-- CreateIndex
CREATE INDEX "reservation_tenant_id_tiers_id_idx" ON "reservation"("tenant_id", "tiers_id");
