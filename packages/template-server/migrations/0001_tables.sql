-- Tables of template-server.

-- A template that a tenant changed. Without a row, or with no current number, the product's default is in use. The version
-- counts the changes, for who edits at the same time.
CREATE TABLE kit.template (
  id UUID NOT NULL,
  tenant_id UUID NOT NULL,
  kind VARCHAR(80) NOT NULL,
  locale VARCHAR(5) NOT NULL,
  current_number INTEGER,
  last_number INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 0,
  updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT template_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX template_tenant_id_id_key ON kit.template (tenant_id, id);
CREATE UNIQUE INDEX template_tenant_id_kind_locale_key ON kit.template (tenant_id, kind, locale);
ALTER TABLE kit.template ENABLE ROW LEVEL SECURITY;
ALTER TABLE kit.template FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON kit.template TO :"app"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid))
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON kit.template TO :"app";

-- A saved version of a template; never changed.
CREATE TABLE kit.template_version (
  tenant_id UUID NOT NULL,
  template_id UUID NOT NULL,
  number INTEGER NOT NULL,
  source TEXT NOT NULL,
  subject VARCHAR(500),
  comment VARCHAR(500),
  author_id TEXT,
  author_name TEXT NOT NULL,
  at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT template_version_pkey PRIMARY KEY (tenant_id, template_id, number),
  CONSTRAINT template_version_tenant_id_template_id_fkey FOREIGN KEY (tenant_id, template_id)
    REFERENCES kit.template (tenant_id, id) ON DELETE CASCADE ON UPDATE RESTRICT
);
ALTER TABLE kit.template_version ENABLE ROW LEVEL SECURITY;
ALTER TABLE kit.template_version FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON kit.template_version TO :"app"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid))
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT ON kit.template_version TO :"app";
