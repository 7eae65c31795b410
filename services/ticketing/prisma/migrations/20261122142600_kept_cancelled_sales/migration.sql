-- The role that owns the tables sees no tenant's rows while row security is forced on it
ALTER TABLE "sale_process" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "reservation" NO FORCE ROW LEVEL SECURITY;

UPDATE "sale_process" s SET "outcome" = 'VOIDED' FROM "reservation" r
WHERE r."tenant_id" = s."tenant_id" AND r."id" = s."reservation_id" AND r."state" = 'CANCELED' AND s."outcome" = 'VALIDATED';

ALTER TABLE "sale_process" FORCE ROW LEVEL SECURITY;
ALTER TABLE "reservation" FORCE ROW LEVEL SECURITY;
