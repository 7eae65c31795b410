-- Labels of records of other services are kept in the table of the kit. The ones that are known move there; version 0 is older
-- than any that is published.
ALTER TABLE "payment" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE kit.reference NO FORCE ROW LEVEL SECURITY;
INSERT INTO kit.reference (tenant_id, resource, id, version, label)
SELECT DISTINCT ON (tenant_id, "reservation_id") tenant_id, 'ticketing.reservation', "reservation_id", 0, "reservation_label"
FROM "payment" WHERE "reservation_id" IS NOT NULL AND "reservation_label" <> '' ORDER BY tenant_id, "reservation_id", updated_at DESC
ON CONFLICT DO NOTHING;
ALTER TABLE "payment" FORCE ROW LEVEL SECURITY;
ALTER TABLE kit.reference FORCE ROW LEVEL SECURITY;

ALTER TABLE "payment" DROP COLUMN "reservation_label";
