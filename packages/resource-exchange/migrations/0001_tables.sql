-- Tables of resource-exchange. An older database has them in schema public, where the services' own migrations made them: they are moved with
-- their rows. Elsewhere they are created. Both ways lead to the same schema (tests/database/kit-tables.int.test.ts).

-- Files whose rows were imported: the same bytes are refused a second time.
ALTER TABLE IF EXISTS public.imported_file SET SCHEMA kit;
CREATE TABLE IF NOT EXISTS kit.imported_file (
  tenant_id UUID NOT NULL,
  resource TEXT NOT NULL,
  sha256 CHAR(64) NOT NULL,
  name VARCHAR(255) NOT NULL,
  job_id UUID NOT NULL,
  at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT imported_file_pkey PRIMARY KEY (tenant_id, resource, sha256)
);
ALTER TABLE kit.imported_file ENABLE ROW LEVEL SECURITY;
ALTER TABLE kit.imported_file FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON kit.imported_file;
CREATE POLICY tenant ON kit.imported_file TO :"app"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid))
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON kit.imported_file TO :"app";
