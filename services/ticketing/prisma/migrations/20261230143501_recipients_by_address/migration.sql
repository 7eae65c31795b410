-- CreateIndex
CREATE INDEX "ticket_transfer_tenant_id_email_idx" ON "ticket_transfer"("tenant_id", "email");

CREATE INDEX "gift_voucher_recipient_idx" ON "gift_voucher" ("tenant_id", "beneficiary_email") WHERE "beneficiary_email" IS NOT NULL;
