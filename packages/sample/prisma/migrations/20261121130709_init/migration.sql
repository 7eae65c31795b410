-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "gadget_kind" AS ENUM ('TOY', 'TOOL');

-- CreateEnum
CREATE TYPE "gadget_parts_size" AS ENUM ('S', 'L');

-- CreateEnum
CREATE TYPE "holiday_state" AS ENUM ('DRAFT', 'VALIDATED', 'REFUSED');

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
CREATE TABLE "gadget" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(80) NOT NULL,
    "notes" TEXT,
    "quantity" INTEGER,
    "weight" DECIMAL(18,4),
    "price" DECIMAL(14,2) NOT NULL,
    "discount" DECIMAL(7,4),
    "fragile" BOOLEAN NOT NULL DEFAULT false,
    "bought_on" DATE,
    "opens_at" VARCHAR(5),
    "checked_at" TIMESTAMPTZ(3),
    "kind" "gadget_kind" NOT NULL,
    "shelf_id" UUID,
    "other_shelves" UUID[] DEFAULT ARRAY[]::UUID[],
    "owner_id" UUID,
    "email" VARCHAR(254),
    "telephone" VARCHAR(40),
    "website" VARCHAR(2048),
    "color" VARCHAR(7),
    "made_in" VARCHAR(2),
    "times" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "extra" JSONB,
    "reference" VARCHAR(20),
    "parts_count" INTEGER,
    "owner_label" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "gadget_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "gadget_parts" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "label" VARCHAR(40) NOT NULL,
    "price" DECIMAL(14,2) NOT NULL,
    "size" "gadget_parts_size",

    CONSTRAINT "gadget_parts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "holiday" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "state" "holiday_state" NOT NULL DEFAULT 'DRAFT',
    "title" VARCHAR(120) NOT NULL,
    "total_days" DECIMAL(18,4),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "holiday_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "holiday_lines" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "start" DATE NOT NULL,
    "end" DATE NOT NULL,
    "half_day" BOOLEAN NOT NULL DEFAULT false,
    "days" DECIMAL(18,4) NOT NULL,

    CONSTRAINT "holiday_lines_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organisation" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(80) NOT NULL,
    "slug" VARCHAR(40) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "organisation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shelf" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(40) NOT NULL,
    "color" VARCHAR(7),
    "rank" INTEGER NOT NULL DEFAULT 0,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "shelf_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "outbox_seq_key" ON "outbox"("seq");

-- CreateIndex
CREATE INDEX "history_tenant_id_entity_entity_id_at_idx" ON "history"("tenant_id", "entity", "entity_id", "at");

-- CreateIndex
CREATE INDEX "gadget_tenant_id_shelf_id_idx" ON "gadget"("tenant_id", "shelf_id");

-- CreateIndex
CREATE INDEX "gadget_tenant_id_name_id_idx" ON "gadget"("tenant_id", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "gadget_tenant_id_id_key" ON "gadget"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "gadget_parts_tenant_id_parent_id_position_idx" ON "gadget_parts"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "gadget_parts_tenant_id_id_key" ON "gadget_parts"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "holiday_tenant_id_title_id_idx" ON "holiday"("tenant_id", "title", "id");

-- CreateIndex
CREATE UNIQUE INDEX "holiday_tenant_id_id_key" ON "holiday"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "holiday_lines_tenant_id_parent_id_position_idx" ON "holiday_lines"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "holiday_lines_tenant_id_id_key" ON "holiday_lines"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "organisation_tenant_id_name_id_idx" ON "organisation"("tenant_id", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "organisation_tenant_id_id_key" ON "organisation"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "organisation_slug_key" ON "organisation"("slug");

-- CreateIndex
CREATE INDEX "shelf_tenant_id_name_id_idx" ON "shelf"("tenant_id", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "shelf_tenant_id_id_key" ON "shelf"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "shelf_tenant_id_name_key" ON "shelf"("tenant_id", "name");

-- AddForeignKey
ALTER TABLE "gadget" ADD CONSTRAINT "gadget_tenant_id_shelf_id_fkey" FOREIGN KEY ("tenant_id", "shelf_id") REFERENCES "shelf"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "gadget_parts" ADD CONSTRAINT "gadget_parts_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "gadget"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "holiday_lines" ADD CONSTRAINT "holiday_lines_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "holiday"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- Rights of outbox
ALTER TABLE "outbox" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "outbox" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "outbox" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "outbox" TO "sample_app";
GRANT USAGE ON SEQUENCE "outbox_seq_seq" TO "sample_app";
GRANT SELECT, UPDATE ON "outbox" TO "sample_platform";
CREATE POLICY "platform_select" ON "outbox" FOR SELECT TO "sample_platform" USING (true);
CREATE POLICY "platform_update" ON "outbox" FOR UPDATE TO "sample_platform" USING (true) WITH CHECK (true);
CREATE INDEX "outbox_unpublished_idx" ON "outbox" ("seq") WHERE "published_at" IS NULL;

-- Rights of inbox
ALTER TABLE "inbox" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "inbox" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "inbox" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "inbox" TO "sample_app";

-- Rights of idempotency_key
ALTER TABLE "idempotency_key" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "idempotency_key" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "idempotency_key" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "idempotency_key" TO "sample_app";

-- Rights of number_series
ALTER TABLE "number_series" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "number_series" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "number_series" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "number_series" TO "sample_app";

-- Rights of history
ALTER TABLE "history" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "history" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "history" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT ON "history" TO "sample_app";

-- Rights of gadget
ALTER TABLE "gadget" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "gadget" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "gadget" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "gadget" TO "sample_app";

-- Rights of gadget_parts
ALTER TABLE "gadget_parts" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "gadget_parts" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "gadget_parts" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "gadget_parts" TO "sample_app";

-- Rights of holiday
ALTER TABLE "holiday" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "holiday" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "holiday" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "holiday" TO "sample_app";

-- Rights of holiday_lines
ALTER TABLE "holiday_lines" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "holiday_lines" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "holiday_lines" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "holiday_lines" TO "sample_app";

-- Rights of organisation
ALTER TABLE "organisation" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "organisation" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "organisation" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "organisation" TO "sample_app";
GRANT SELECT ON "organisation" TO "sample_platform";
CREATE POLICY "platform_select" ON "organisation" FOR SELECT TO "sample_platform" USING (true);

-- Rights of shelf
ALTER TABLE "shelf" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "shelf" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "shelf" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "shelf" TO "sample_app";
