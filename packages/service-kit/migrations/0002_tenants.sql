-- The tenants, with the parameters that a service needs of each: a copy of identity's list, which the service reads again
-- from time to time. Schedules run for those that are not archived, in their time zone.
CREATE TABLE kit.tenant (
  tenant_id UUID NOT NULL,
  zone VARCHAR(64) NOT NULL,
  archived BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT tenant_pkey PRIMARY KEY (tenant_id)
);
ALTER TABLE kit.tenant ENABLE ROW LEVEL SECURITY;
ALTER TABLE kit.tenant FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON kit.tenant TO :"app"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid))
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
CREATE POLICY platform_select ON kit.tenant FOR SELECT TO :"platform" USING (true);
CREATE POLICY platform_insert ON kit.tenant FOR INSERT TO :"platform" WITH CHECK (true);
CREATE POLICY platform_update ON kit.tenant FOR UPDATE TO :"platform" USING (true) WITH CHECK (true);
GRANT SELECT ON kit.tenant TO :"app";
GRANT SELECT, INSERT, UPDATE ON kit.tenant TO :"platform";
