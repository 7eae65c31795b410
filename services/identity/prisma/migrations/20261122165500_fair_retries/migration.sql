-- What is due is looked for by consumer and tenant: a tenant with thousands of failures costs the others nothing.
DROP INDEX "failed_delivery_due_idx";
CREATE INDEX "failed_delivery_due_idx" ON "failed_delivery" ("consumer", "tenant_id", "next_attempt_at", "seq") WHERE "state" = 'RETRYING';
