-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "staff_user_role" AS ENUM ('ADMINISTRATOR', 'USER');

-- CreateEnum
CREATE TYPE "staff_user_software_language" AS ENUM ('fr', 'en');

-- CreateEnum
CREATE TYPE "staff_user_access" AS ENUM ('PENDING', 'ACTIVE');

-- CreateTable
CREATE TABLE "super_administrator" (
    "id" UUID NOT NULL,
    "subject" VARCHAR(64) NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "display_name" VARCHAR(210) NOT NULL,
    "language" VARCHAR(2) NOT NULL DEFAULT 'fr',
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "super_administrator_pkey" PRIMARY KEY ("id")
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
CREATE TABLE "saas_customer" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "slug" VARCHAR(60) NOT NULL,
    "prefix" VARCHAR(10),
    "address_lines" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "zip_code" VARCHAR(12),
    "city" VARCHAR(120),
    "country" VARCHAR(2),
    "telephone" VARCHAR(40),
    "email" VARCHAR(254),
    "siret" VARCHAR(14),
    "insee" VARCHAR(20),
    "naf" VARCHAR(10),
    "vat_regime" VARCHAR(60),
    "intracommunity_vat_number" VARCHAR(20),
    "nationality" VARCHAR(60),
    "contract_start" DATE,
    "contract_end" DATE,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "saas_customer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_user" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "display_name" VARCHAR(210),
    "first_name" VARCHAR(100) NOT NULL,
    "last_name" VARCHAR(100) NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "role" "staff_user_role" NOT NULL,
    "software_language" "staff_user_software_language" NOT NULL DEFAULT 'fr',
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "color" VARCHAR(7),
    "cost" DECIMAL(14,2),
    "access" "staff_user_access" NOT NULL DEFAULT 'PENDING',
    "subject" VARCHAR(64),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "staff_user_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "super_administrator_subject_key" ON "super_administrator"("subject");

-- CreateIndex
CREATE UNIQUE INDEX "super_administrator_email_key" ON "super_administrator"("email");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_seq_key" ON "outbox"("seq");

-- CreateIndex
CREATE INDEX "history_tenant_id_entity_entity_id_at_idx" ON "history"("tenant_id", "entity", "entity_id", "at");

-- CreateIndex
CREATE INDEX "saas_customer_tenant_id_name_id_idx" ON "saas_customer"("tenant_id", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "saas_customer_tenant_id_id_key" ON "saas_customer"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "saas_customer_slug_key" ON "saas_customer"("slug");

-- CreateIndex
CREATE INDEX "staff_user_tenant_id_display_name_id_idx" ON "staff_user"("tenant_id", "display_name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "staff_user_tenant_id_id_key" ON "staff_user"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "staff_user_tenant_id_email_key" ON "staff_user"("tenant_id", "email");

-- Rights of super_administrator
GRANT SELECT, INSERT, UPDATE ON "super_administrator" TO "identity_platform";

-- Rights of outbox
ALTER TABLE "outbox" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "outbox" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "outbox" TO "identity_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "outbox" TO "identity_app";
GRANT USAGE ON SEQUENCE "outbox_seq_seq" TO "identity_app";
GRANT SELECT, UPDATE ON "outbox" TO "identity_platform";
CREATE POLICY "platform_select" ON "outbox" FOR SELECT TO "identity_platform" USING (true);
CREATE POLICY "platform_update" ON "outbox" FOR UPDATE TO "identity_platform" USING (true) WITH CHECK (true);
CREATE INDEX "outbox_unpublished_idx" ON "outbox" ("seq") WHERE "published_at" IS NULL;

-- Rights of inbox
ALTER TABLE "inbox" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "inbox" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "inbox" TO "identity_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "inbox" TO "identity_app";

-- Rights of idempotency_key
ALTER TABLE "idempotency_key" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "idempotency_key" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "idempotency_key" TO "identity_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "idempotency_key" TO "identity_app";

-- Rights of number_series
ALTER TABLE "number_series" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "number_series" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "number_series" TO "identity_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "number_series" TO "identity_app";

-- Rights of history
ALTER TABLE "history" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "history" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "history" TO "identity_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT ON "history" TO "identity_app";

-- Rights of saas_customer
ALTER TABLE "saas_customer" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "saas_customer" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "saas_customer" TO "identity_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "saas_customer" TO "identity_app";
GRANT SELECT ON "saas_customer" TO "identity_platform";
CREATE POLICY "platform_select" ON "saas_customer" FOR SELECT TO "identity_platform" USING (true);

-- Rights of staff_user
ALTER TABLE "staff_user" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "staff_user" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "staff_user" TO "identity_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "staff_user" TO "identity_app";

-- A token is found by its subject at every call; no two users share a login.
CREATE UNIQUE INDEX "staff_user_tenant_id_subject_key" ON "staff_user" ("tenant_id", "subject") WHERE "subject" IS NOT NULL;

-- The platform looks for users whose creation was interrupted: it sees these and no others.
GRANT SELECT ON "staff_user" TO "identity_platform";
CREATE POLICY "platform_select" ON "staff_user" FOR SELECT TO "identity_platform" USING ("access" = 'PENDING');

-- Customers are archived, never deleted.
REVOKE DELETE ON "saas_customer" FROM "identity_app";
