-- Indexes of what is stored about a buyer
CREATE INDEX "quote_buyer_email_idx" ON "quote" ("tenant_id", lower("buyer" ->> 'email'));
CREATE INDEX "bill_buyer_email_idx" ON "bill" ("tenant_id", lower("buyer" ->> 'email'));
CREATE INDEX "avoir_buyer_email_idx" ON "avoir" ("tenant_id", lower("buyer" ->> 'email'));
CREATE INDEX "sending_recipient_idx" ON "sending" ("tenant_id", lower("recipient"));
