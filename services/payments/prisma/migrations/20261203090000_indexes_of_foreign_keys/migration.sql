-- CreateIndex
CREATE INDEX "payment_reference_payment_id_tenant_id_idx" ON "payment_reference"("payment_id", "tenant_id");
