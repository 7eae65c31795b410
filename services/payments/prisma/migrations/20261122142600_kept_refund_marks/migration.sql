-- The role that owns the tables sees no tenant's rows while row security is forced on it
ALTER TABLE "payment" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "payment_inquiry" NO FORCE ROW LEVEL SECURITY;

-- What was marked before amounts were kept stays marked: a reason was only ever written with the mark
UPDATE "payment" SET "refund_state" = 'TO_REFUND', "amount_to_refund" = "totals"
WHERE "refund_reason" IS NOT NULL AND "refund_state" = 'NONE' AND "amount_to_refund" IS NULL;

-- Payments that were waiting are asked about, too
INSERT INTO "payment_inquiry" ("payment_id", "tenant_id", "next_at")
SELECT "id", "tenant_id", now() FROM "payment" WHERE "state" = 'WAITING_LINK_PAYMENT' ON CONFLICT DO NOTHING;

-- What the rows above have still to be checked for stands in the way of changing their tables
SET CONSTRAINTS ALL IMMEDIATE;

ALTER TABLE "payment" FORCE ROW LEVEL SECURITY;
ALTER TABLE "payment_inquiry" FORCE ROW LEVEL SECURITY;
