-- What this service has published of its records for the references and the search of all services.

-- The definition with which all records of a resource were published: after a change they are published again.
CREATE TABLE kit.publication (
  resource TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT publication_pkey PRIMARY KEY (resource)
);
GRANT SELECT, INSERT, UPDATE ON kit.publication TO :"platform";

-- Records that are still to be published again: all those of a resource, or those that refer to `target_id` by the field
-- `via`. They are published in the order of their ids; `after_id` is the last one that was.
CREATE TABLE kit.republication (
  id UUID NOT NULL DEFAULT uuidv7(),
  tenant_id UUID NOT NULL,
  resource TEXT NOT NULL,
  via TEXT,
  target_id UUID,
  after_id UUID,
  CONSTRAINT republication_pkey PRIMARY KEY (id)
);
CREATE INDEX republication_tenant_id_idx ON kit.republication (tenant_id, id);
ALTER TABLE kit.republication ENABLE ROW LEVEL SECURITY;
ALTER TABLE kit.republication FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON kit.republication TO :"app"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid))
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
CREATE POLICY platform_select ON kit.republication FOR SELECT TO :"platform" USING (true);
CREATE POLICY platform_insert ON kit.republication FOR INSERT TO :"platform" WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON kit.republication TO :"app";
GRANT SELECT, INSERT ON kit.republication TO :"platform";

-- The tenants that have rows in a table, each found by one step along its index. Only ids leave the function: its owner
-- reads the rows by the policy "search" of the table.
CREATE FUNCTION kit.tenants_of("table" TEXT) RETURNS SETOF UUID
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN
  RETURN QUERY EXECUTE format('WITH RECURSIVE found AS (
      (SELECT tenant_id FROM public.%1$I ORDER BY tenant_id LIMIT 1)
      UNION ALL
      SELECT (SELECT n.tenant_id FROM public.%1$I n WHERE n.tenant_id > found.tenant_id ORDER BY n.tenant_id LIMIT 1)
      FROM found WHERE found.tenant_id IS NOT NULL)
    SELECT tenant_id FROM found WHERE tenant_id IS NOT NULL', "table");
END $$;
REVOKE ALL ON FUNCTION kit.tenants_of(TEXT) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION kit.tenants_of(TEXT) TO :"platform";
