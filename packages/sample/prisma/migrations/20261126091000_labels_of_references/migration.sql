-- Labels of records of other services are kept in the table of the kit. The ones that are known move there; version 0 is older
-- than any that is published.
ALTER TABLE "gadget" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE kit.reference NO FORCE ROW LEVEL SECURITY;
INSERT INTO kit.reference (tenant_id, resource, id, version, label)
SELECT DISTINCT ON (tenant_id, "owner_id") tenant_id, 'elsewhere.person', "owner_id", 0, "owner_label"
FROM "gadget" WHERE "owner_id" IS NOT NULL AND "owner_label" <> '' ORDER BY tenant_id, "owner_id", updated_at DESC
ON CONFLICT DO NOTHING;
ALTER TABLE "gadget" FORCE ROW LEVEL SECURITY;
ALTER TABLE kit.reference FORCE ROW LEVEL SECURITY;

ALTER TABLE "gadget" DROP COLUMN "owner_label";
