-- Tables of service-kit. An older database has them in schema public, where the services' own migrations made them: they are moved with
-- their rows. Elsewhere they are created. Both ways lead to the same schema (tests/database/kit-tables.int.test.ts).

GRANT USAGE ON SCHEMA kit TO :"app", :"platform";

-- Events that wait to be published: written in the transaction of what they tell. `failed_at` marks one that the broker
-- refuses for ever; it does not hold those behind it.
ALTER TABLE IF EXISTS public.outbox SET SCHEMA kit;
CREATE TABLE IF NOT EXISTS kit.outbox (
  id UUID NOT NULL,
  seq BIGSERIAL NOT NULL,
  tenant_id UUID NOT NULL,
  topic TEXT NOT NULL,
  aggregate_id TEXT NOT NULL,
  type TEXT NOT NULL,
  payload BYTEA NOT NULL,
  headers JSONB NOT NULL DEFAULT '{}',
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  published_at TIMESTAMPTZ(3),
  failed_at TIMESTAMPTZ(3),
  failure VARCHAR(500),
  CONSTRAINT outbox_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX IF NOT EXISTS outbox_seq_key ON kit.outbox (seq);
CREATE INDEX IF NOT EXISTS outbox_unpublished_idx ON kit.outbox (seq) WHERE published_at IS NULL;
ALTER TABLE kit.outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE kit.outbox FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON kit.outbox;
CREATE POLICY tenant ON kit.outbox TO :"app"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid))
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
DROP POLICY IF EXISTS platform_select ON kit.outbox;
CREATE POLICY platform_select ON kit.outbox FOR SELECT TO :"platform" USING (true);
DROP POLICY IF EXISTS platform_update ON kit.outbox;
CREATE POLICY platform_update ON kit.outbox FOR UPDATE TO :"platform" USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS platform_delete ON kit.outbox;
CREATE POLICY platform_delete ON kit.outbox FOR DELETE TO :"platform" USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON kit.outbox TO :"app";
GRANT USAGE ON SEQUENCE kit.outbox_seq_seq TO :"app";
GRANT SELECT, UPDATE, DELETE ON kit.outbox TO :"platform";

-- Messages already handled, by consumer.
ALTER TABLE IF EXISTS public.inbox SET SCHEMA kit;
CREATE TABLE IF NOT EXISTS kit.inbox (
  message_id UUID NOT NULL,
  consumer TEXT NOT NULL,
  tenant_id UUID NOT NULL,
  at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT inbox_pkey PRIMARY KEY (tenant_id, consumer, message_id)
);
CREATE INDEX IF NOT EXISTS inbox_at_idx ON kit.inbox USING brin (at);
ALTER TABLE kit.inbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE kit.inbox FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON kit.inbox;
CREATE POLICY tenant ON kit.inbox TO :"app"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid))
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
DROP POLICY IF EXISTS platform_select ON kit.inbox;
CREATE POLICY platform_select ON kit.inbox FOR SELECT TO :"platform" USING (true);
DROP POLICY IF EXISTS platform_delete ON kit.inbox;
CREATE POLICY platform_delete ON kit.inbox FOR DELETE TO :"platform" USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON kit.inbox TO :"app";
GRANT SELECT, DELETE ON kit.inbox TO :"platform";

-- Messages that a consumer could not handle: RETRYING until an attempt succeeds, DEAD until somebody decides. Messages
-- whose tenant or bytes cannot be read have the nil UUID as tenant: only the platform sees them.
ALTER TABLE IF EXISTS public.failed_delivery SET SCHEMA kit;
CREATE TABLE IF NOT EXISTS kit.failed_delivery (
  id UUID NOT NULL,
  tenant_id UUID NOT NULL,
  seq BIGSERIAL NOT NULL,
  consumer TEXT NOT NULL,
  topic TEXT NOT NULL,
  partition INTEGER NOT NULL,
  position BIGINT NOT NULL,
  message_key TEXT NOT NULL,
  message_id TEXT NOT NULL,
  type TEXT NOT NULL,
  headers JSONB NOT NULL,
  payload BYTEA NOT NULL,
  state VARCHAR(10) NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  first_failed_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_failed_at TIMESTAMPTZ(3),
  retrying_since TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  next_attempt_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  leased_until TIMESTAMPTZ(3),
  error_code VARCHAR(80) NOT NULL,
  error_text VARCHAR(1000),
  CONSTRAINT failed_delivery_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX IF NOT EXISTS failed_delivery_seq_key ON kit.failed_delivery (seq);
CREATE INDEX IF NOT EXISTS failed_delivery_tenant_id_consumer_message_key_seq_idx ON kit.failed_delivery (tenant_id, consumer, message_key, seq);
CREATE UNIQUE INDEX IF NOT EXISTS failed_delivery_tenant_id_consumer_message_id_key ON kit.failed_delivery (tenant_id, consumer, message_id);
CREATE INDEX IF NOT EXISTS failed_delivery_due_idx ON kit.failed_delivery (consumer, tenant_id, next_attempt_at, seq) WHERE state = 'RETRYING';
ALTER TABLE kit.failed_delivery ENABLE ROW LEVEL SECURITY;
ALTER TABLE kit.failed_delivery FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON kit.failed_delivery;
CREATE POLICY tenant ON kit.failed_delivery TO :"app"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid))
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
DROP POLICY IF EXISTS platform_select ON kit.failed_delivery;
CREATE POLICY platform_select ON kit.failed_delivery FOR SELECT TO :"platform" USING (true);
DROP POLICY IF EXISTS platform_insert ON kit.failed_delivery;
CREATE POLICY platform_insert ON kit.failed_delivery FOR INSERT TO :"platform" WITH CHECK (true);
DROP POLICY IF EXISTS platform_update ON kit.failed_delivery;
CREATE POLICY platform_update ON kit.failed_delivery FOR UPDATE TO :"platform" USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS platform_delete ON kit.failed_delivery;
CREATE POLICY platform_delete ON kit.failed_delivery FOR DELETE TO :"platform" USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON kit.failed_delivery TO :"app";
GRANT USAGE ON SEQUENCE kit.failed_delivery_seq_seq TO :"app";
GRANT SELECT, INSERT, UPDATE, DELETE ON kit.failed_delivery TO :"platform";
GRANT USAGE ON SEQUENCE kit.failed_delivery_seq_seq TO :"platform";

-- Answers kept for the calls that carry an idempotency key.
ALTER TABLE IF EXISTS public.idempotency_key SET SCHEMA kit;
CREATE TABLE IF NOT EXISTS kit.idempotency_key (
  tenant_id UUID NOT NULL,
  key VARCHAR(255) NOT NULL,
  scope TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  status INTEGER,
  body JSONB,
  at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT idempotency_key_pkey PRIMARY KEY (tenant_id, scope, key)
);
CREATE INDEX IF NOT EXISTS idempotency_key_at_idx ON kit.idempotency_key USING brin (at);
ALTER TABLE kit.idempotency_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE kit.idempotency_key FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON kit.idempotency_key;
CREATE POLICY tenant ON kit.idempotency_key TO :"app"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid))
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
DROP POLICY IF EXISTS platform_select ON kit.idempotency_key;
CREATE POLICY platform_select ON kit.idempotency_key FOR SELECT TO :"platform" USING (true);
DROP POLICY IF EXISTS platform_delete ON kit.idempotency_key;
CREATE POLICY platform_delete ON kit.idempotency_key FOR DELETE TO :"platform" USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON kit.idempotency_key TO :"app";
GRANT SELECT, DELETE ON kit.idempotency_key TO :"platform";

-- Last number of each gap-free series.
ALTER TABLE IF EXISTS public.number_series SET SCHEMA kit;
CREATE TABLE IF NOT EXISTS kit.number_series (
  tenant_id UUID NOT NULL,
  series TEXT NOT NULL,
  year INTEGER NOT NULL,
  last INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT number_series_pkey PRIMARY KEY (tenant_id, series, year)
);
ALTER TABLE kit.number_series ENABLE ROW LEVEL SECURITY;
ALTER TABLE kit.number_series FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON kit.number_series;
CREATE POLICY tenant ON kit.number_series TO :"app"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid))
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON kit.number_series TO :"app";

-- Who did what to which record, and when. Rows are added, never changed.
ALTER TABLE IF EXISTS public.history SET SCHEMA kit;
CREATE TABLE IF NOT EXISTS kit.history (
  id UUID NOT NULL,
  tenant_id UUID NOT NULL,
  entity TEXT NOT NULL,
  entity_id UUID NOT NULL,
  action TEXT NOT NULL,
  changes JSONB NOT NULL DEFAULT '{}',
  actor_id TEXT,
  actor_name TEXT NOT NULL,
  impersonator TEXT,
  at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT history_pkey PRIMARY KEY (id)
);
CREATE INDEX IF NOT EXISTS history_tenant_id_entity_entity_id_at_idx ON kit.history (tenant_id, entity, entity_id, at);
ALTER TABLE kit.history ENABLE ROW LEVEL SECURITY;
ALTER TABLE kit.history FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON kit.history;
CREATE POLICY tenant ON kit.history TO :"app"
  USING (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid))
  WITH CHECK (tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT ON kit.history TO :"app";
