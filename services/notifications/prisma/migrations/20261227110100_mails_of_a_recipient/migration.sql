-- The mails to one person, who reads or erases what is stored about them.
CREATE INDEX "notification_recipient_idx" ON "notification" ("tenant_id", "email");
