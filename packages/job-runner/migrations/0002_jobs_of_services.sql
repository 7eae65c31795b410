-- Jobs that a service declares itself, and schedules.

-- A job of the service has no resource. `run_after` is the earliest start: a retry waits. `checkpoint` is what a run stored to
-- go on from. Among the unfinished jobs of a kind, a key occurs once. `error_code` is the code of `problem`, for the platform.
ALTER TABLE kit.job
  ALTER COLUMN resource DROP NOT NULL,
  ALTER COLUMN kind TYPE VARCHAR(80),
  ADD COLUMN run_after TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD COLUMN checkpoint JSONB,
  ADD COLUMN job_key VARCHAR(200),
  ADD COLUMN error_code VARCHAR(80);
-- Tenants that wait for a kind are found by jumps in the first.
CREATE INDEX job_waiting_idx ON kit.job (kind, tenant_id, run_after, id) WHERE state = 'WAITING';
CREATE INDEX job_running_idx ON kit.job (tenant_id, kind) WHERE state = 'RUNNING';
CREATE INDEX job_served_idx ON kit.job (tenant_id, started_at);
CREATE INDEX job_service_idx ON kit.job (state, id) WHERE resource IS NULL;
CREATE UNIQUE INDEX job_key_idx ON kit.job (tenant_id, kind, job_key)
  WHERE job_key IS NOT NULL AND state IN ('WAITING', 'RUNNING');
GRANT SELECT (resource, run_after, done, finished_at, error_code), UPDATE (run_after, error_code) ON kit.job TO :"platform";

-- When a schedule of the service runs next for a tenant; the nil UUID stands for one that runs once for all tenants.
CREATE TABLE kit.schedule (
  tenant_id UUID NOT NULL,
  name VARCHAR(80) NOT NULL,
  cron VARCHAR(120) NOT NULL,
  zone VARCHAR(64) NOT NULL,
  next_at TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT schedule_pkey PRIMARY KEY (tenant_id, name)
);
CREATE INDEX schedule_next_at_idx ON kit.schedule (next_at);
ALTER TABLE kit.schedule ENABLE ROW LEVEL SECURITY;
ALTER TABLE kit.schedule FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON kit.schedule TO :"app"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid))
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
CREATE POLICY platform_select ON kit.schedule FOR SELECT TO :"platform" USING (true);
CREATE POLICY platform_insert ON kit.schedule FOR INSERT TO :"platform" WITH CHECK (true);
CREATE POLICY platform_update ON kit.schedule FOR UPDATE TO :"platform" USING (true) WITH CHECK (true);
CREATE POLICY platform_delete ON kit.schedule FOR DELETE TO :"platform" USING (true);
GRANT SELECT, UPDATE ON kit.schedule TO :"app";
GRANT SELECT, INSERT, UPDATE, DELETE ON kit.schedule TO :"platform";

-- The runs of schedules. `missed` is the number of planned times that nobody kept and that the run stands for. Without a
-- job, the run before was not finished.
CREATE TABLE kit.schedule_run (
  id UUID NOT NULL,
  tenant_id UUID NOT NULL,
  schedule VARCHAR(80) NOT NULL,
  planned_at TIMESTAMPTZ(3) NOT NULL,
  at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  missed INTEGER NOT NULL,
  job_id UUID,
  CONSTRAINT schedule_run_pkey PRIMARY KEY (id),
  CONSTRAINT schedule_run_planned_key UNIQUE (tenant_id, schedule, planned_at)
);
CREATE INDEX schedule_run_at_idx ON kit.schedule_run USING brin (at);
ALTER TABLE kit.schedule_run ENABLE ROW LEVEL SECURITY;
ALTER TABLE kit.schedule_run FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON kit.schedule_run TO :"app"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid))
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
CREATE POLICY platform_select ON kit.schedule_run FOR SELECT TO :"platform" USING (true);
CREATE POLICY platform_delete ON kit.schedule_run FOR DELETE TO :"platform" USING (true);
GRANT SELECT, INSERT ON kit.schedule_run TO :"app";
GRANT SELECT, DELETE ON kit.schedule_run TO :"platform";
