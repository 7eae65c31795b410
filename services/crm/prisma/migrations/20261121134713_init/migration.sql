-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "tiers_kind" AS ENUM ('particular', 'society', 'supplier');

-- CreateEnum
CREATE TYPE "tiers_particular_type" AS ENUM ('INTERNAL', 'EXTERNAL');

-- CreateEnum
CREATE TYPE "tiers_language" AS ENUM ('fr', 'en');

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
CREATE TABLE "tiers" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "kind" "tiers_kind" NOT NULL,
    "name" VARCHAR(201),
    "first_name" VARCHAR(100),
    "last_name" VARCHAR(100),
    "particular_type" "tiers_particular_type",
    "email" VARCHAR(254),
    "secondary_email" VARCHAR(254),
    "telephone" VARCHAR(40),
    "telephone2" VARCHAR(40),
    "mobile" VARCHAR(40),
    "mobile2" VARCHAR(40),
    "fax" VARCHAR(40),
    "website" VARCHAR(2048),
    "language" "tiers_language" NOT NULL DEFAULT 'fr',
    "type" VARCHAR(60),
    "newsletter_subscribed" BOOLEAN NOT NULL DEFAULT false,
    "siren" VARCHAR(11),
    "siret" VARCHAR(17),
    "naf" VARCHAR(10),
    "rcs" VARCHAR(60),
    "eori" VARCHAR(20),
    "capital" DECIMAL(14,2),
    "workforce" INTEGER,
    "vat_regime" VARCHAR(60),
    "intracommunity_vat_number" VARCHAR(20),
    "subscription_start" DATE,
    "subscription_end" DATE,
    "is_gift_voucher" BOOLEAN NOT NULL DEFAULT false,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "tiers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tiers_addresses" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" VARCHAR(120),
    "address_line1" VARCHAR(200),
    "address_line2" VARCHAR(200),
    "address_line3" VARCHAR(200),
    "zip_code" VARCHAR(12),
    "city" VARCHAR(120),
    "country" VARCHAR(2),
    "billing" BOOLEAN NOT NULL DEFAULT false,
    "delivery" BOOLEAN NOT NULL DEFAULT false,
    "main_billing" BOOLEAN NOT NULL DEFAULT false,
    "main_delivery" BOOLEAN NOT NULL DEFAULT false,
    "headquarter" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "tiers_addresses_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "outbox_seq_key" ON "outbox"("seq");

-- CreateIndex
CREATE INDEX "history_tenant_id_entity_entity_id_at_idx" ON "history"("tenant_id", "entity", "entity_id", "at");

-- CreateIndex
CREATE INDEX "tiers_tenant_id_name_id_idx" ON "tiers"("tenant_id", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "tiers_tenant_id_id_key" ON "tiers"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "tiers_addresses_tenant_id_parent_id_position_idx" ON "tiers_addresses"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "tiers_addresses_tenant_id_id_key" ON "tiers_addresses"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "tiers_addresses" ADD CONSTRAINT "tiers_addresses_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "tiers"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- Rights of outbox
ALTER TABLE "outbox" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "outbox" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "outbox" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "outbox" TO "crm_app";
GRANT USAGE ON SEQUENCE "outbox_seq_seq" TO "crm_app";
GRANT SELECT, UPDATE ON "outbox" TO "crm_platform";
CREATE POLICY "platform_select" ON "outbox" FOR SELECT TO "crm_platform" USING (true);
CREATE POLICY "platform_update" ON "outbox" FOR UPDATE TO "crm_platform" USING (true) WITH CHECK (true);
CREATE INDEX "outbox_unpublished_idx" ON "outbox" ("seq") WHERE "published_at" IS NULL;

-- Rights of inbox
ALTER TABLE "inbox" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "inbox" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "inbox" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "inbox" TO "crm_app";

-- Rights of idempotency_key
ALTER TABLE "idempotency_key" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "idempotency_key" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "idempotency_key" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "idempotency_key" TO "crm_app";

-- Rights of number_series
ALTER TABLE "number_series" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "number_series" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "number_series" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "number_series" TO "crm_app";

-- Rights of history
ALTER TABLE "history" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "history" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "history" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT ON "history" TO "crm_app";

-- Rights of tiers
ALTER TABLE "tiers" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "tiers" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "tiers" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "tiers" TO "crm_app";

-- Rights of tiers_addresses
ALTER TABLE "tiers_addresses" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "tiers_addresses" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "tiers_addresses" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "tiers_addresses" TO "crm_app";

-- An individual is known once per address and theatre, however many sales come at the same moment. Companies and
-- suppliers may share one with their people.
CREATE UNIQUE INDEX "tiers_tenant_id_email_key" ON "tiers" ("tenant_id", lower("email"))
  WHERE "kind" = 'particular' AND "email" IS NOT NULL;

-- The name of an individual is made of the first and last name, by whatever door the row is written.
CREATE FUNCTION "tiers_name"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."kind" = 'particular' THEN
    NEW."name" := nullif(concat_ws(' ', NEW."first_name", NEW."last_name"), '');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "tiers_name" BEFORE INSERT OR UPDATE ON "tiers" FOR EACH ROW EXECUTE FUNCTION "tiers_name"();
