-- Tables of resource-server. An older database has them in schema public, where the services' own migrations made them: they are moved with
-- their rows. Elsewhere they are created. Both ways lead to the same schema (tests/database/kit-tables.int.test.ts).

-- Views of lists that people keep: filters, sort, columns, kind of presentation.
ALTER TABLE IF EXISTS public.saved_view SET SCHEMA kit;
CREATE TABLE IF NOT EXISTS kit.saved_view (
  id UUID NOT NULL,
  tenant_id UUID NOT NULL,
  resource TEXT NOT NULL,
  name VARCHAR(80) NOT NULL,
  icon VARCHAR(40),
  query JSONB NOT NULL,
  shared BOOLEAN NOT NULL DEFAULT false,
  owner_id TEXT NOT NULL,
  owner_name TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT saved_view_pkey PRIMARY KEY (id)
);
CREATE INDEX IF NOT EXISTS saved_view_tenant_id_resource_owner_id_idx ON kit.saved_view (tenant_id, resource, owner_id);
CREATE UNIQUE INDEX IF NOT EXISTS saved_view_tenant_id_id_key ON kit.saved_view (tenant_id, id);
ALTER TABLE kit.saved_view ENABLE ROW LEVEL SECURITY;
ALTER TABLE kit.saved_view FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON kit.saved_view;
CREATE POLICY tenant ON kit.saved_view TO :"app"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid))
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON kit.saved_view TO :"app";

-- The view that somebody's list of a resource opens with.
ALTER TABLE IF EXISTS public.view_default SET SCHEMA kit;
CREATE TABLE IF NOT EXISTS kit.view_default (
  tenant_id UUID NOT NULL,
  resource TEXT NOT NULL,
  user_id TEXT NOT NULL,
  view_id UUID NOT NULL,
  CONSTRAINT view_default_pkey PRIMARY KEY (tenant_id, resource, user_id),
  CONSTRAINT view_default_tenant_id_view_id_fkey FOREIGN KEY (tenant_id, view_id) REFERENCES kit.saved_view (tenant_id, id) ON DELETE CASCADE ON UPDATE RESTRICT
);
ALTER TABLE kit.view_default ENABLE ROW LEVEL SECURITY;
ALTER TABLE kit.view_default FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON kit.view_default;
CREATE POLICY tenant ON kit.view_default TO :"app"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid))
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON kit.view_default TO :"app";

-- Files of the documents service that are attached to a record.
ALTER TABLE IF EXISTS public.attachment SET SCHEMA kit;
CREATE TABLE IF NOT EXISTS kit.attachment (
  id UUID NOT NULL,
  tenant_id UUID NOT NULL,
  entity TEXT NOT NULL,
  entity_id UUID NOT NULL,
  file_id UUID NOT NULL,
  name VARCHAR(255) NOT NULL,
  media_type VARCHAR(127) NOT NULL,
  size INTEGER NOT NULL,
  added_by TEXT,
  added_by_name TEXT NOT NULL,
  at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT attachment_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX IF NOT EXISTS attachment_tenant_id_entity_entity_id_file_id_key ON kit.attachment (tenant_id, entity, entity_id, file_id);
ALTER TABLE kit.attachment ENABLE ROW LEVEL SECURITY;
ALTER TABLE kit.attachment FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON kit.attachment;
CREATE POLICY tenant ON kit.attachment TO :"app"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid))
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON kit.attachment TO :"app";

-- Keys that encrypt the secrets of a tenant, each wrapped by the key of the installation.
ALTER TABLE IF EXISTS public.data_key SET SCHEMA kit;
CREATE TABLE IF NOT EXISTS kit.data_key (
  id UUID NOT NULL,
  tenant_id UUID NOT NULL,
  wrapped BYTEA NOT NULL,
  retired BOOLEAN NOT NULL DEFAULT false,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT data_key_pkey PRIMARY KEY (id)
);
CREATE INDEX IF NOT EXISTS data_key_tenant_id_idx ON kit.data_key (tenant_id);
ALTER TABLE kit.data_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE kit.data_key FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON kit.data_key;
CREATE POLICY tenant ON kit.data_key TO :"app"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid))
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON kit.data_key TO :"app";
