-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "notification_type" AS ENUM ('EMAIL');

-- CreateEnum
CREATE TYPE "notification_template" AS ENUM ('RESERVATION_TICKETS', 'RESERVATION_REFUND');

-- CreateTable
CREATE TABLE "message_key" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "template" VARCHAR(40) NOT NULL,
    "subject_id" UUID NOT NULL,
    "notification_id" UUID NOT NULL,

    CONSTRAINT "message_key_pkey" PRIMARY KEY ("id")
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
CREATE TABLE "notification" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "subject" VARCHAR(255) NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "type" "notification_type" NOT NULL,
    "template" "notification_template" NOT NULL,
    "reservation_id" UUID,
    "message_id" VARCHAR(200) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "success" BOOLEAN NOT NULL DEFAULT false,
    "failure" VARCHAR(500),
    "reservation_label" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "notification_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "message_key_tenant_id_id_key" ON "message_key"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "message_key_tenant_id_template_subject_id_key" ON "message_key"("tenant_id", "template", "subject_id");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_seq_key" ON "outbox"("seq");

-- CreateIndex
CREATE INDEX "history_tenant_id_entity_entity_id_at_idx" ON "history"("tenant_id", "entity", "entity_id", "at");

-- CreateIndex
CREATE INDEX "notification_tenant_id_created_at_id_idx" ON "notification"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "notification_tenant_id_id_key" ON "notification"("tenant_id", "id");

-- Rights of message_key
ALTER TABLE "message_key" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "message_key" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "message_key" TO "notifications_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT ON "message_key" TO "notifications_app";
ALTER TABLE "message_key" ADD CONSTRAINT "message_key_notification_fkey" FOREIGN KEY ("tenant_id", "notification_id") REFERENCES "notification" ("tenant_id", "id") DEFERRABLE INITIALLY DEFERRED;

-- Rights of outbox
ALTER TABLE "outbox" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "outbox" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "outbox" TO "notifications_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "outbox" TO "notifications_app";
GRANT USAGE ON SEQUENCE "outbox_seq_seq" TO "notifications_app";
GRANT SELECT, UPDATE ON "outbox" TO "notifications_platform";
CREATE POLICY "platform_select" ON "outbox" FOR SELECT TO "notifications_platform" USING (true);
CREATE POLICY "platform_update" ON "outbox" FOR UPDATE TO "notifications_platform" USING (true) WITH CHECK (true);
CREATE INDEX "outbox_unpublished_idx" ON "outbox" ("seq") WHERE "published_at" IS NULL;

-- Rights of inbox
ALTER TABLE "inbox" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "inbox" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "inbox" TO "notifications_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "inbox" TO "notifications_app";

-- Rights of idempotency_key
ALTER TABLE "idempotency_key" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "idempotency_key" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "idempotency_key" TO "notifications_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "idempotency_key" TO "notifications_app";

-- Rights of number_series
ALTER TABLE "number_series" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "number_series" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "number_series" TO "notifications_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "number_series" TO "notifications_app";

-- Rights of history
ALTER TABLE "history" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "history" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "history" TO "notifications_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT ON "history" TO "notifications_app";

-- Rights of notification
ALTER TABLE "notification" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "notification" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "notification" TO "notifications_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "notification" TO "notifications_app";
