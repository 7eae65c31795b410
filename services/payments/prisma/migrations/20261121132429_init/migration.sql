-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "payment_state" AS ENUM ('DRAFT', 'FORECAST', 'WAITING_LINK_PAYMENT', 'VALIDATED', 'BANKED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCELLED');

-- CreateEnum
CREATE TYPE "payment_provider" AS ENUM ('PAYBOX', 'SYSTEMPAY');

-- CreateEnum
CREATE TYPE "payment_outcome" AS ENUM ('ACCEPTED', 'REFUSED', 'CANCELLED', 'PENDING');

-- CreateEnum
CREATE TYPE "payment_refund_reason" AS ENUM ('UNFULFILLABLE', 'CHARGED_TWICE');

-- CreateTable
CREATE TABLE "payment_reference" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "token" VARCHAR(32) NOT NULL,
    "payment_id" UUID NOT NULL,
    "idempotency_key" VARCHAR(200) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_reference_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_attempt" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "transaction_number" VARCHAR(32) NOT NULL,
    "call_number" VARCHAR(32) NOT NULL,
    "code" VARCHAR(10) NOT NULL,
    "outcome" VARCHAR(10) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" UUID NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "tenant_id" UUID NOT NULL,
    "topic" TEXT NOT NULL,
    "aggregate_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "payload" BYTEA NOT NULL,
    "headers" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3),

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inbox" (
    "message_id" UUID NOT NULL,
    "consumer" TEXT NOT NULL,
    "tenant_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inbox_pkey" PRIMARY KEY ("tenant_id","consumer","message_id")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "tenant_id" UUID NOT NULL,
    "key" VARCHAR(255) NOT NULL,
    "scope" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "status" INTEGER,
    "body" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("tenant_id","scope","key")
);

-- CreateTable
CREATE TABLE "number_series" (
    "tenant_id" UUID NOT NULL,
    "series" TEXT NOT NULL,
    "year" INTEGER NOT NULL,
    "last" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "number_series_pkey" PRIMARY KEY ("tenant_id","series","year")
);

-- CreateTable
CREATE TABLE "history" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "entity" TEXT NOT NULL,
    "entity_id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "changes" JSONB NOT NULL DEFAULT '{}',
    "actor_id" TEXT,
    "actor_name" TEXT NOT NULL,
    "impersonator" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "history_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "state" "payment_state" NOT NULL DEFAULT 'DRAFT',
    "reference" VARCHAR(160) NOT NULL,
    "reservation_id" UUID NOT NULL,
    "totals" DECIMAL(14,2) NOT NULL,
    "currency" VARCHAR(3) NOT NULL,
    "provider" "payment_provider" NOT NULL,
    "date" DATE NOT NULL,
    "validation_date" DATE,
    "outcome" "payment_outcome",
    "provider_code" VARCHAR(10),
    "transaction_number" VARCHAR(32),
    "authorisation" VARCHAR(32),
    "refund_needed" BOOLEAN NOT NULL DEFAULT false,
    "refund_reason" "payment_refund_reason",
    "reservation_label" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "payment_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "payment_reference_token_key" ON "payment_reference"("token");

-- CreateIndex
CREATE UNIQUE INDEX "payment_reference_tenant_id_id_key" ON "payment_reference"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_reference_tenant_id_idempotency_key_key" ON "payment_reference"("tenant_id", "idempotency_key");

-- CreateIndex
CREATE UNIQUE INDEX "payment_attempt_tenant_id_id_key" ON "payment_attempt"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_attempt_tenant_id_payment_id_transaction_number_cal_key" ON "payment_attempt"("tenant_id", "payment_id", "transaction_number", "call_number", "code");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_seq_key" ON "outbox"("seq");

-- CreateIndex
CREATE INDEX "history_tenant_id_entity_entity_id_at_idx" ON "history"("tenant_id", "entity", "entity_id", "at");

-- CreateIndex
CREATE INDEX "payment_tenant_id_created_at_id_idx" ON "payment"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_tenant_id_id_key" ON "payment"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_tenant_id_reference_key" ON "payment"("tenant_id", "reference");

-- Rights of payment_reference
ALTER TABLE "payment_reference" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "payment_reference" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "payment_reference" TO "payments_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT ON "payment_reference" TO "payments_app";
GRANT SELECT ON "payment_reference" TO "payments_platform";
CREATE POLICY "platform_select" ON "payment_reference" FOR SELECT TO "payments_platform" USING (true);
ALTER TABLE "payment_reference" ADD CONSTRAINT "payment_reference_payment_fkey" FOREIGN KEY ("tenant_id", "payment_id") REFERENCES "payment" ("tenant_id", "id") DEFERRABLE INITIALLY DEFERRED;

-- Rights of payment_attempt
ALTER TABLE "payment_attempt" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "payment_attempt" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "payment_attempt" TO "payments_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT ON "payment_attempt" TO "payments_app";
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_payment_fkey" FOREIGN KEY ("tenant_id", "payment_id") REFERENCES "payment" ("tenant_id", "id");

-- Rights of outbox
ALTER TABLE "outbox" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "outbox" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "outbox" TO "payments_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "outbox" TO "payments_app";
GRANT USAGE ON SEQUENCE "outbox_seq_seq" TO "payments_app";
GRANT SELECT, UPDATE ON "outbox" TO "payments_platform";
CREATE POLICY "platform_select" ON "outbox" FOR SELECT TO "payments_platform" USING (true);
CREATE POLICY "platform_update" ON "outbox" FOR UPDATE TO "payments_platform" USING (true) WITH CHECK (true);
CREATE INDEX "outbox_unpublished_idx" ON "outbox" ("seq") WHERE "published_at" IS NULL;

-- Rights of inbox
ALTER TABLE "inbox" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "inbox" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "inbox" TO "payments_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "inbox" TO "payments_app";

-- Rights of idempotency_key
ALTER TABLE "idempotency_key" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "idempotency_key" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "idempotency_key" TO "payments_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "idempotency_key" TO "payments_app";

-- Rights of number_series
ALTER TABLE "number_series" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "number_series" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "number_series" TO "payments_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "number_series" TO "payments_app";

-- Rights of history
ALTER TABLE "history" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "history" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "history" TO "payments_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT ON "history" TO "payments_app";

-- Rights of payment
ALTER TABLE "payment" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "payment" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "payment" TO "payments_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "payment" TO "payments_app";
