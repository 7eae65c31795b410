-- Labels of records of other services are kept in the table of the kit. The ones that are known move there; version 0 is older
-- than any that is published.
ALTER TABLE "reservation" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "tiers_label" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE kit.reference NO FORCE ROW LEVEL SECURITY;
INSERT INTO kit.reference (tenant_id, resource, id, version, label)
SELECT tenant_id, 'crm.tiers', tiers_id, 0, label FROM "tiers_label" ON CONFLICT DO NOTHING;
INSERT INTO kit.reference (tenant_id, resource, id, version, label)
SELECT DISTINCT ON (tenant_id, "tiers_id") tenant_id, 'crm.tiers', "tiers_id", 0, "tiers_label"
FROM "reservation" WHERE "tiers_id" IS NOT NULL AND "tiers_label" <> '' ORDER BY tenant_id, "tiers_id", updated_at DESC
ON CONFLICT DO NOTHING;
ALTER TABLE "reservation" FORCE ROW LEVEL SECURITY;
ALTER TABLE kit.reference FORCE ROW LEVEL SECURITY;

ALTER TABLE "reservation" DROP COLUMN "tiers_label";
DROP TABLE "tiers_label";
