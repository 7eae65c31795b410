-- What is derived stands aside
DROP POLICY "search" ON "tiers";
ALTER TABLE "tiers" DROP COLUMN "_search";

-- CreateEnum
CREATE TYPE "tiers_expires_in" AS ENUM ('1', '2', '3', '4', '5', '6');

-- CreateEnum
CREATE TYPE "tiers_status_state" AS ENUM ('ACTIVE', 'INACTIVE');

-- Numbers of companies were kept as people typed them: from now on without spaces, dots and dashes. What cannot be such a
-- number is told in the history before it goes. Row security is lifted from its owner for the time of this change.
ALTER TABLE "tiers" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "history" NO FORCE ROW LEVEL SECURITY;
UPDATE "tiers" SET "siren" = nullif(upper(regexp_replace("siren", '[^0-9A-Za-z]', '', 'g')), ''),
  "siret" = nullif(upper(regexp_replace("siret", '[^0-9A-Za-z]', '', 'g')), ''),
  "intracommunity_vat_number" = nullif(upper(regexp_replace("intracommunity_vat_number", '[^0-9A-Za-z+*]', '', 'g')), '')
WHERE "siren" IS NOT NULL OR "siret" IS NOT NULL OR "intracommunity_vat_number" IS NOT NULL;
INSERT INTO "history" ("id", "tenant_id", "entity", "entity_id", "action", "changes", "actor_name")
SELECT uuidv7(), "tenant_id", 'crm.tiers', "id", 'update',
  jsonb_build_object('intracommunityVatNumber', jsonb_build_array("intracommunity_vat_number", NULL)), 'migration'
FROM "tiers" WHERE length("intracommunity_vat_number") > 16;
UPDATE "tiers" SET "intracommunity_vat_number" = NULL WHERE length("intracommunity_vat_number") > 16;
ALTER TABLE "history" FORCE ROW LEVEL SECURITY;
ALTER TABLE "tiers" FORCE ROW LEVEL SECURITY;

-- AlterTable
ALTER TABLE "tiers" ADD COLUMN     "civility_id" UUID,
ADD COLUMN     "customer_accounting_code_id" UUID,
ADD COLUMN     "customer_accounting_code_label" TEXT,
ADD COLUMN     "expires_in" "tiers_expires_in",
ADD COLUMN     "group_id" UUID,
ADD COLUMN     "job_id" UUID,
ADD COLUMN     "job_label" TEXT,
ADD COLUMN     "legal_status_id" UUID,
ADD COLUMN     "loyalty_id" UUID,
ADD COLUMN     "loyalty_is_manual" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "merged_into_id" UUID,
ADD COLUMN     "photo_id" UUID,
ADD COLUMN     "photo_label" TEXT,
ADD COLUMN     "status_id" UUID,
ADD COLUMN     "turnover_ht" DECIMAL(14,2),
ALTER COLUMN "siren" SET DATA TYPE VARCHAR(9),
ALTER COLUMN "siret" SET DATA TYPE VARCHAR(14),
ALTER COLUMN "intracommunity_vat_number" SET DATA TYPE VARCHAR(16);

-- CreateTable
CREATE TABLE "tiers_key" (
    "tenant_id" UUID NOT NULL,
    "key" VARCHAR(260) NOT NULL,
    "tiers_id" UUID NOT NULL,

    CONSTRAINT "tiers_key_pkey" PRIMARY KEY ("tenant_id","key","tiers_id")
);

-- CreateTable
CREATE TABLE "tiers_distinct" (
    "tenant_id" UUID NOT NULL,
    "tiers_id" UUID NOT NULL,
    "other_id" UUID NOT NULL,

    CONSTRAINT "tiers_distinct_pkey" PRIMARY KEY ("tenant_id","tiers_id","other_id")
);

-- CreateTable
CREATE TABLE "tiers_sale" (
    "tenant_id" UUID NOT NULL,
    "source" VARCHAR(40) NOT NULL,
    "source_id" UUID NOT NULL,
    "tiers_id" UUID,
    "sold_at" TIMESTAMPTZ(3) NOT NULL,
    "amount_ht" DECIMAL(14,2) NOT NULL,
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "tiers_sale_pkey" PRIMARY KEY ("tenant_id","source","source_id")
);

-- CreateTable
CREATE TABLE "loyalty_state" (
    "tenant_id" UUID NOT NULL,
    "computed_on" DATE,
    "revision" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "loyalty_state_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "channel" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "channel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "civility" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "civility_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contact" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(405),
    "society_id" UUID NOT NULL,
    "particular_id" UUID NOT NULL,
    "type_id" UUID,
    "function" VARCHAR(120),
    "email" VARCHAR(254),
    "telephone" VARCHAR(40),
    "mobile" VARCHAR(40),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "contact_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contact_type" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "contact_type_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "legal_status" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "legal_status_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "loyalty_label" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "color" VARCHAR(7),
    "min_amount_ht" DECIMAL(14,2),
    "max_amount_ht" DECIMAL(14,2),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "loyalty_label_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "note" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "title" VARCHAR(200) NOT NULL,
    "tiers_id" UUID NOT NULL,
    "type_id" UUID,
    "channel_id" UUID,
    "date" TIMESTAMPTZ(3),
    "content" TEXT,
    "answer" TEXT,
    "answer_date" DATE,
    "has_answer" BOOLEAN NOT NULL DEFAULT false,
    "prospect_status_id" UUID,
    "success_percentage" DECIMAL(7,4),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "note_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "note_type" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "note_type_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "prospect_status" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "color" VARCHAR(7),
    "min" DECIMAL(7,4),
    "max" DECIMAL(7,4),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "prospect_status_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tiers_group" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "tiers_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tiers_status" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "state" "tiers_status_state" NOT NULL DEFAULT 'ACTIVE',
    "name" VARCHAR(120) NOT NULL,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "tiers_status_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "tiers_key_tenant_id_tiers_id_idx" ON "tiers_key"("tenant_id", "tiers_id");

-- CreateIndex
CREATE INDEX "tiers_distinct_tenant_id_other_id_idx" ON "tiers_distinct"("tenant_id", "other_id");

-- CreateIndex
CREATE INDEX "tiers_sale_tenant_id_tiers_id_sold_at_idx" ON "tiers_sale"("tenant_id", "tiers_id", "sold_at");

-- CreateIndex
CREATE INDEX "channel_tenant_id_position_id_idx" ON "channel"("tenant_id", "position", "id");

-- CreateIndex
CREATE UNIQUE INDEX "channel_tenant_id_id_key" ON "channel"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "channel_tenant_id_name_key" ON "channel"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "civility_tenant_id_position_id_idx" ON "civility"("tenant_id", "position", "id");

-- CreateIndex
CREATE UNIQUE INDEX "civility_tenant_id_id_key" ON "civility"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "civility_tenant_id_name_key" ON "civility"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "contact_tenant_id_society_id_idx" ON "contact"("tenant_id", "society_id");

-- CreateIndex
CREATE INDEX "contact_tenant_id_particular_id_idx" ON "contact"("tenant_id", "particular_id");

-- CreateIndex
CREATE INDEX "contact_tenant_id_type_id_idx" ON "contact"("tenant_id", "type_id");

-- CreateIndex
CREATE UNIQUE INDEX "contact_tenant_id_id_key" ON "contact"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "contact_society_id_particular_id_key" ON "contact"("tenant_id", "society_id", "particular_id");

-- CreateIndex
CREATE INDEX "contact_type_tenant_id_position_id_idx" ON "contact_type"("tenant_id", "position", "id");

-- CreateIndex
CREATE UNIQUE INDEX "contact_type_tenant_id_id_key" ON "contact_type"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "contact_type_tenant_id_name_key" ON "contact_type"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "legal_status_tenant_id_name_id_idx" ON "legal_status"("tenant_id", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "legal_status_tenant_id_id_key" ON "legal_status"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "legal_status_tenant_id_name_key" ON "legal_status"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "loyalty_label_tenant_id_min_amount_ht_id_idx" ON "loyalty_label"("tenant_id", "min_amount_ht", "id");

-- CreateIndex
CREATE UNIQUE INDEX "loyalty_label_tenant_id_id_key" ON "loyalty_label"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "loyalty_label_tenant_id_name_key" ON "loyalty_label"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "note_tenant_id_tiers_id_idx" ON "note"("tenant_id", "tiers_id");

-- CreateIndex
CREATE INDEX "note_tenant_id_type_id_idx" ON "note"("tenant_id", "type_id");

-- CreateIndex
CREATE INDEX "note_tenant_id_channel_id_idx" ON "note"("tenant_id", "channel_id");

-- CreateIndex
CREATE INDEX "note_tenant_id_prospect_status_id_idx" ON "note"("tenant_id", "prospect_status_id");

-- CreateIndex
CREATE INDEX "note_tenant_id_date_id_idx" ON "note"("tenant_id", "date", "id");

-- CreateIndex
CREATE UNIQUE INDEX "note_tenant_id_id_key" ON "note"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "note_type_tenant_id_position_id_idx" ON "note_type"("tenant_id", "position", "id");

-- CreateIndex
CREATE UNIQUE INDEX "note_type_tenant_id_id_key" ON "note_type"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "note_type_tenant_id_name_key" ON "note_type"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "prospect_status_tenant_id_min_id_idx" ON "prospect_status"("tenant_id", "min", "id");

-- CreateIndex
CREATE UNIQUE INDEX "prospect_status_tenant_id_id_key" ON "prospect_status"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "prospect_status_tenant_id_name_key" ON "prospect_status"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "tiers_group_tenant_id_name_id_idx" ON "tiers_group"("tenant_id", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "tiers_group_tenant_id_id_key" ON "tiers_group"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "tiers_group_tenant_id_name_key" ON "tiers_group"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "tiers_status_tenant_id_position_id_idx" ON "tiers_status"("tenant_id", "position", "id");

-- CreateIndex
CREATE UNIQUE INDEX "tiers_status_tenant_id_id_key" ON "tiers_status"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "tiers_status_tenant_id_name_key" ON "tiers_status"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "tiers_tenant_id_civility_id_idx" ON "tiers"("tenant_id", "civility_id");

-- CreateIndex
CREATE INDEX "tiers_tenant_id_group_id_idx" ON "tiers"("tenant_id", "group_id");

-- CreateIndex
CREATE INDEX "tiers_tenant_id_status_id_idx" ON "tiers"("tenant_id", "status_id");

-- CreateIndex
CREATE INDEX "tiers_tenant_id_loyalty_id_idx" ON "tiers"("tenant_id", "loyalty_id");

-- CreateIndex
CREATE INDEX "tiers_tenant_id_legal_status_id_idx" ON "tiers"("tenant_id", "legal_status_id");

-- CreateIndex
CREATE INDEX "tiers_tenant_id_merged_into_id_idx" ON "tiers"("tenant_id", "merged_into_id");

-- AddForeignKey
ALTER TABLE "contact" ADD CONSTRAINT "contact_tenant_id_society_id_fkey" FOREIGN KEY ("tenant_id", "society_id") REFERENCES "tiers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "contact" ADD CONSTRAINT "contact_tenant_id_particular_id_fkey" FOREIGN KEY ("tenant_id", "particular_id") REFERENCES "tiers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "contact" ADD CONSTRAINT "contact_tenant_id_type_id_fkey" FOREIGN KEY ("tenant_id", "type_id") REFERENCES "contact_type"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "note" ADD CONSTRAINT "note_tenant_id_tiers_id_fkey" FOREIGN KEY ("tenant_id", "tiers_id") REFERENCES "tiers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "note" ADD CONSTRAINT "note_tenant_id_type_id_fkey" FOREIGN KEY ("tenant_id", "type_id") REFERENCES "note_type"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "note" ADD CONSTRAINT "note_tenant_id_channel_id_fkey" FOREIGN KEY ("tenant_id", "channel_id") REFERENCES "channel"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "note" ADD CONSTRAINT "note_tenant_id_prospect_status_id_fkey" FOREIGN KEY ("tenant_id", "prospect_status_id") REFERENCES "prospect_status"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "tiers" ADD CONSTRAINT "tiers_tenant_id_civility_id_fkey" FOREIGN KEY ("tenant_id", "civility_id") REFERENCES "civility"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "tiers" ADD CONSTRAINT "tiers_tenant_id_group_id_fkey" FOREIGN KEY ("tenant_id", "group_id") REFERENCES "tiers_group"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "tiers" ADD CONSTRAINT "tiers_tenant_id_status_id_fkey" FOREIGN KEY ("tenant_id", "status_id") REFERENCES "tiers_status"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "tiers" ADD CONSTRAINT "tiers_tenant_id_loyalty_id_fkey" FOREIGN KEY ("tenant_id", "loyalty_id") REFERENCES "loyalty_label"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "tiers" ADD CONSTRAINT "tiers_tenant_id_legal_status_id_fkey" FOREIGN KEY ("tenant_id", "legal_status_id") REFERENCES "legal_status"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "tiers" ADD CONSTRAINT "tiers_tenant_id_merged_into_id_fkey" FOREIGN KEY ("tenant_id", "merged_into_id") REFERENCES "tiers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Rights of tiers_key
ALTER TABLE "tiers_key" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "tiers_key" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "tiers_key" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "tiers_key" TO "crm_app";

-- Rights of tiers_distinct
ALTER TABLE "tiers_distinct" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "tiers_distinct" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "tiers_distinct" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "tiers_distinct" TO "crm_app";
ALTER TABLE "tiers_distinct" ADD CONSTRAINT "tiers_distinct_tiers_fkey" FOREIGN KEY ("tenant_id", "tiers_id") REFERENCES "tiers" ("tenant_id", "id") ON DELETE CASCADE;
ALTER TABLE "tiers_distinct" ADD CONSTRAINT "tiers_distinct_other_fkey" FOREIGN KEY ("tenant_id", "other_id") REFERENCES "tiers" ("tenant_id", "id") ON DELETE CASCADE;

-- Rights of tiers_sale
ALTER TABLE "tiers_sale" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "tiers_sale" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "tiers_sale" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "tiers_sale" TO "crm_app";
ALTER TABLE "tiers_sale" ADD CONSTRAINT "tiers_sale_tiers_fkey" FOREIGN KEY ("tenant_id", "tiers_id") REFERENCES "tiers" ("tenant_id", "id");

-- Rights of loyalty_state
ALTER TABLE "loyalty_state" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "loyalty_state" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "loyalty_state" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "loyalty_state" TO "crm_app";
GRANT SELECT ON "loyalty_state" TO "crm_platform";
CREATE POLICY "platform_select" ON "loyalty_state" FOR SELECT TO "crm_platform" USING (true);

-- Rights of channel
ALTER TABLE "channel" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "channel" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "channel" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "channel" TO "crm_app";

-- Rights of civility
ALTER TABLE "civility" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "civility" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "civility" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "civility" TO "crm_app";

-- Rights of contact
ALTER TABLE "contact" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "contact" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "contact" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "contact" TO "crm_app";

-- Rights of contact_type
ALTER TABLE "contact_type" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "contact_type" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "contact_type" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "contact_type" TO "crm_app";

-- Rights of legal_status
ALTER TABLE "legal_status" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "legal_status" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "legal_status" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "legal_status" TO "crm_app";

-- Rights of loyalty_label
ALTER TABLE "loyalty_label" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "loyalty_label" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "loyalty_label" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "loyalty_label" TO "crm_app";

-- Rights of note
ALTER TABLE "note" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "note" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "note" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "note" TO "crm_app";

-- Rights of note_type
ALTER TABLE "note_type" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "note_type" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "note_type" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "note_type" TO "crm_app";

-- Rights of prospect_status
ALTER TABLE "prospect_status" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "prospect_status" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "prospect_status" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "prospect_status" TO "crm_app";

-- Rights of tiers_group
ALTER TABLE "tiers_group" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "tiers_group" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "tiers_group" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "tiers_group" TO "crm_app";

-- Rights of tiers_status
ALTER TABLE "tiers_status" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "tiers_status" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "tiers_status" TO "crm_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "tiers_status" TO "crm_app";

-- What is derived
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE OR REPLACE FUNCTION "search_records"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of") || string_agg(format(' AND t."_search" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one) USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$;
REVOKE ALL ON FUNCTION "search_records"(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_records"(text, text[], integer) TO "crm_app";
ALTER TABLE "channel" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("name", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "channel__search_idx" ON "channel" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "channel" FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE "civility" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("name", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "civility__search_idx" ON "civility" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "civility" FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE "contact" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("function", '') || E'\n' || coalesce("email", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "contact__search_idx" ON "contact" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "contact" FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE "contact_type" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("name", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "contact_type__search_idx" ON "contact_type" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "contact_type" FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE "legal_status" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("name", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "legal_status__search_idx" ON "legal_status" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "legal_status" FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE "loyalty_label" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("name", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "loyalty_label__search_idx" ON "loyalty_label" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "loyalty_label" FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE "note" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("title", '') || E'\n' || coalesce("content", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "note__search_idx" ON "note" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "note" FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE "note_type" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("name", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "note_type__search_idx" ON "note_type" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "note_type" FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE "prospect_status" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("name", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "prospect_status__search_idx" ON "prospect_status" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "prospect_status" FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE "tiers" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("name", '') || E'\n' || coalesce("email", '') || E'\n' || coalesce("telephone", '') || E'\n' || coalesce("mobile", '') || E'\n' || coalesce("siren", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "tiers__search_idx" ON "tiers" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "tiers" FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE "tiers_group" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("name", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "tiers_group__search_idx" ON "tiers_group" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "tiers_group" FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE "tiers_status" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("name", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "tiers_status__search_idx" ON "tiers_status" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "tiers_status" FOR SELECT TO CURRENT_USER USING (true);

-- The database computes these at each read (src/resources/computed.ts).
ALTER TABLE "tiers" DROP COLUMN "expires_in", DROP COLUMN "turnover_ht";
ALTER TABLE "contact" DROP COLUMN "name";

-- What others of the same kind are found by; src/features/duplicates/likeness.domain.ts says the same, and a test compares them.
CREATE FUNCTION "tiers_folded"("value" text) RETURNS text LANGUAGE sql IMMUTABLE RETURN
  translate(replace(replace(lower("value"), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz');
CREATE FUNCTION "tiers_keys"("t" "tiers") RETURNS SETOF text LANGUAGE sql STABLE AS $$
  WITH telling AS (
    SELECT CASE WHEN t."kind" = 'particular' THEN tiers_folded(coalesce(t."name", ''))
      ELSE regexp_replace(tiers_folded(coalesce(t."name", '')),
        '^[^a-z0-9]*((sarl|sas|sasu|sa|eurl|snc|sci|scop|scic|ste|societe|ets|etablissements|association|asso|cie|compagnie|les|le|la|l)[^a-z0-9]+)+', '')
      END AS whole
  ), numbers AS (
    SELECT coalesce(t."siren", left(t."siret", 9),
      CASE WHEN t."intracommunity_vat_number" LIKE 'FR%' AND substr(t."intracommunity_vat_number", 5, 3) <> '000'
        THEN right(t."intracommunity_vat_number", 9) END) AS siren
  )
  SELECT 'e:' || lower(btrim(e)) FROM unnest(ARRAY[t."email", t."secondary_email"]) AS e WHERE btrim(e) <> ''
  UNION
  SELECT 'p:' || right(digits, 9)
  FROM unnest(ARRAY[t."telephone", t."telephone2", t."mobile", t."mobile2"]) AS p, regexp_replace(p, '\D', '', 'g') AS digits
  WHERE length(digits) >= 9
  UNION
  SELECT 's:' || siren FROM numbers WHERE siren IS NOT NULL
  UNION
  SELECT 'v:' || t."intracommunity_vat_number" WHERE t."intracommunity_vat_number" NOT LIKE 'FR%'
  UNION
  SELECT 'f:' || left(string_agg(word, ' ' ORDER BY word COLLATE "C"), 200)
  FROM telling, regexp_split_to_table(whole, '[^a-z0-9]+') AS word WHERE word <> '' HAVING count(*) > 0
  UNION
  SELECT 'n:' || left(regexp_replace(start, '(.)\1+', '\1', 'g'), 3) FROM telling,
    regexp_replace(CASE WHEN t."kind" = 'particular' THEN coalesce(tiers_folded(t."last_name"), whole) ELSE whole END,
      '[^a-z0-9]+', '', 'g') AS start
  WHERE start <> ''
$$;
CREATE FUNCTION "tiers_keep_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM "tiers_key" WHERE "tenant_id" = OLD."tenant_id" AND "tiers_id" = OLD."id";
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "tiers_key" ("tenant_id", "key", "tiers_id") SELECT NEW."tenant_id", key, NEW."id" FROM "tiers_keys"(NEW) AS key;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "tiers_keys_of_new" AFTER INSERT OR DELETE ON "tiers" FOR EACH ROW EXECUTE FUNCTION "tiers_keep_keys"();
CREATE TRIGGER "tiers_keys_of_changed" AFTER UPDATE ON "tiers" FOR EACH ROW
  WHEN ((OLD."kind", OLD."name", OLD."last_name", OLD."email", OLD."secondary_email", OLD."telephone", OLD."telephone2",
      OLD."mobile", OLD."mobile2", OLD."siren", OLD."siret", OLD."intracommunity_vat_number")
    IS DISTINCT FROM (NEW."kind", NEW."name", NEW."last_name", NEW."email", NEW."secondary_email", NEW."telephone", NEW."telephone2",
      NEW."mobile", NEW."mobile2", NEW."siren", NEW."siret", NEW."intracommunity_vat_number"))
  EXECUTE FUNCTION "tiers_keep_keys"();
ALTER TABLE "tiers" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "tiers_key" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "tiers_key" ("tenant_id", "key", "tiers_id") SELECT t."tenant_id", key, t."id" FROM "tiers" t, "tiers_keys"(t) AS key;
ALTER TABLE "tiers_key" FORCE ROW LEVEL SECURITY;
ALTER TABLE "tiers" FORCE ROW LEVEL SECURITY;

-- Names alike matter where people live in one place.
CREATE INDEX "tiers_addresses_zip_idx" ON "tiers_addresses" ("tenant_id", "zip_code") WHERE "zip_code" IS NOT NULL;
