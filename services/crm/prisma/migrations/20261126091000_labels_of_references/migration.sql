-- Labels of records of other services are kept in the table of the kit. The ones that are known move there; version 0 is older
-- than any that is published.
ALTER TABLE "tiers" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE kit.reference NO FORCE ROW LEVEL SECURITY;
INSERT INTO kit.reference (tenant_id, resource, id, version, label)
SELECT DISTINCT ON (tenant_id, "job_id") tenant_id, 'hr.job', "job_id", 0, "job_label"
FROM "tiers" WHERE "job_id" IS NOT NULL AND "job_label" <> '' ORDER BY tenant_id, "job_id", updated_at DESC
ON CONFLICT DO NOTHING;
INSERT INTO kit.reference (tenant_id, resource, id, version, label)
SELECT DISTINCT ON (tenant_id, "customer_accounting_code_id") tenant_id, 'sales.accounting-code', "customer_accounting_code_id", 0, "customer_accounting_code_label"
FROM "tiers" WHERE "customer_accounting_code_id" IS NOT NULL AND "customer_accounting_code_label" <> '' ORDER BY tenant_id, "customer_accounting_code_id", updated_at DESC
ON CONFLICT DO NOTHING;
ALTER TABLE "tiers" FORCE ROW LEVEL SECURITY;
ALTER TABLE kit.reference FORCE ROW LEVEL SECURITY;

ALTER TABLE "tiers" DROP COLUMN "job_label", DROP COLUMN "customer_accounting_code_label";
