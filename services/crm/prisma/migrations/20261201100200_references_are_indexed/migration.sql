-- CreateIndex
CREATE INDEX "tiers_tenant_id_job_id_idx" ON "tiers"("tenant_id", "job_id");

-- CreateIndex
CREATE INDEX "tiers_tenant_id_customer_accounting_code_id_idx" ON "tiers"("tenant_id", "customer_accounting_code_id");
