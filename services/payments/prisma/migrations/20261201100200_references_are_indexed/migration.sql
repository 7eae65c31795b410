-- CreateIndex
CREATE INDEX "manual_payment_tenant_id_tiers_id_idx" ON "manual_payment"("tenant_id", "tiers_id");

-- CreateIndex
CREATE INDEX "manual_payment_items_tenant_id_bill_id_idx" ON "manual_payment_items"("tenant_id", "bill_id");

-- CreateIndex
CREATE INDEX "payment_tenant_id_reservation_id_idx" ON "payment"("tenant_id", "reservation_id");
