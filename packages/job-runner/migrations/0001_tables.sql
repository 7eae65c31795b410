-- Tables of job-runner. An older database has them in schema public, where the services' own migrations made them: they are moved with
-- their rows. Elsewhere they are created. Both ways lead to the same schema (tests/database/kit-tables.int.test.ts).

-- Work that outlasts a request: exports, imports, actions on many records. Claimed by one process at a time. The platform
-- scope hands jobs out and writes how they went; what a job is given and who asked stay the tenant's.
ALTER TABLE IF EXISTS public.job SET SCHEMA kit;
CREATE TABLE IF NOT EXISTS kit.job (
  id UUID NOT NULL,
  tenant_id UUID NOT NULL,
  resource TEXT NOT NULL,
  kind VARCHAR(20) NOT NULL,
  state VARCHAR(20) NOT NULL DEFAULT 'WAITING',
  input JSONB NOT NULL,
  actor JSONB NOT NULL,
  owner_id TEXT NOT NULL,
  done INTEGER NOT NULL DEFAULT 0,
  total INTEGER,
  result JSONB,
  problem JSONB,
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  started_at TIMESTAMPTZ(3),
  heartbeat_at TIMESTAMPTZ(3),
  finished_at TIMESTAMPTZ(3),
  CONSTRAINT job_pkey PRIMARY KEY (id)
);
CREATE INDEX IF NOT EXISTS job_state_created_at_idx ON kit.job (state, created_at);
CREATE INDEX IF NOT EXISTS job_tenant_id_resource_owner_id_created_at_idx ON kit.job (tenant_id, resource, owner_id, created_at);
CREATE UNIQUE INDEX IF NOT EXISTS job_tenant_id_id_key ON kit.job (tenant_id, id);
ALTER TABLE kit.job ENABLE ROW LEVEL SECURITY;
ALTER TABLE kit.job FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON kit.job;
CREATE POLICY tenant ON kit.job TO :"app"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid))
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
DROP POLICY IF EXISTS platform_select ON kit.job;
CREATE POLICY platform_select ON kit.job FOR SELECT TO :"platform" USING (true);
DROP POLICY IF EXISTS platform_update ON kit.job;
CREATE POLICY platform_update ON kit.job FOR UPDATE TO :"platform" USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS platform_delete ON kit.job;
CREATE POLICY platform_delete ON kit.job FOR DELETE TO :"platform" USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON kit.job TO :"app";
GRANT SELECT (id, tenant_id, kind, state, attempts, total, created_at, started_at, heartbeat_at),
  UPDATE (state, attempts, done, total, result, problem, started_at, heartbeat_at, finished_at),
  DELETE ON kit.job TO :"platform";

-- Bytes that a job was given (`input`) or made (`output`), in pieces; they go with their job after a few days.
ALTER TABLE IF EXISTS public.job_chunk SET SCHEMA kit;
CREATE TABLE IF NOT EXISTS kit.job_chunk (
  tenant_id UUID NOT NULL,
  job_id UUID NOT NULL,
  role VARCHAR(10) NOT NULL,
  position INTEGER NOT NULL,
  content BYTEA NOT NULL,
  CONSTRAINT job_chunk_pkey PRIMARY KEY (tenant_id, job_id, role, position),
  CONSTRAINT job_chunk_tenant_id_job_id_fkey FOREIGN KEY (tenant_id, job_id) REFERENCES kit.job (tenant_id, id) ON DELETE CASCADE ON UPDATE RESTRICT
);
ALTER TABLE kit.job_chunk ENABLE ROW LEVEL SECURITY;
ALTER TABLE kit.job_chunk FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON kit.job_chunk;
CREATE POLICY tenant ON kit.job_chunk TO :"app"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid))
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
DROP POLICY IF EXISTS platform_select ON kit.job_chunk;
CREATE POLICY platform_select ON kit.job_chunk FOR SELECT TO :"platform" USING (true);
DROP POLICY IF EXISTS platform_delete ON kit.job_chunk;
CREATE POLICY platform_delete ON kit.job_chunk FOR DELETE TO :"platform" USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON kit.job_chunk TO :"app";
GRANT SELECT, DELETE ON kit.job_chunk TO :"platform";
