-- Records of other services to which the records of this one refer, as those services publish them: what is shown of a
-- reference, and whether it may be chosen. A deleted record keeps its last label; a merged one names the one that replaces it.
CREATE TABLE kit.reference (
  tenant_id UUID NOT NULL,
  resource TEXT NOT NULL,
  id UUID NOT NULL,
  version INTEGER NOT NULL,
  label TEXT NOT NULL,
  archived BOOLEAN NOT NULL DEFAULT false,
  deleted BOOLEAN NOT NULL DEFAULT false,
  merged_into UUID,
  CONSTRAINT reference_pkey PRIMARY KEY (tenant_id, resource, id)
);
CREATE INDEX reference_label_idx ON kit.reference (tenant_id, resource, label);
CREATE INDEX reference_merged_into_idx ON kit.reference (tenant_id, resource, merged_into) WHERE merged_into IS NOT NULL;
ALTER TABLE kit.reference ENABLE ROW LEVEL SECURITY;
ALTER TABLE kit.reference FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON kit.reference TO :"app"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid))
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON kit.reference TO :"app";
