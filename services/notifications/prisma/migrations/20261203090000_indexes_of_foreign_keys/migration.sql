-- CreateIndex
CREATE INDEX "mail_key_notification_id_tenant_id_idx" ON "mail_key"("notification_id", "tenant_id");
