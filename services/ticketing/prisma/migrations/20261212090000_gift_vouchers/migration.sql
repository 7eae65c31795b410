-- CreateEnum
CREATE TYPE "formula_gift_voucher_purpose" AS ENUM ('SINGLE_PURPOSE', 'MULTI_PURPOSE');

-- CreateEnum
CREATE TYPE "gift_voucher_state" AS ENUM ('DRAFT', 'CANCELED', 'VALIDATED');

-- CreateEnum
CREATE TYPE "gift_voucher_language" AS ENUM ('fr', 'en');

-- CreateEnum
CREATE TYPE "gift_voucher_channel" AS ENUM ('ONLINE', 'BOX_OFFICE');

-- CreateEnum
CREATE TYPE "gift_voucher_vat_purpose" AS ENUM ('SINGLE_PURPOSE', 'MULTI_PURPOSE');

-- AlterTable
ALTER TABLE "formula" ADD COLUMN     "gift_voucher_purpose" "formula_gift_voucher_purpose" NOT NULL DEFAULT 'SINGLE_PURPOSE';

-- AlterTable
ALTER TABLE "reservation" ADD COLUMN     "gift_voucher_amount" DECIMAL(14,2),
ADD COLUMN     "gift_voucher_id" UUID;

-- CreateTable
CREATE TABLE "gift_voucher_entry" (
    "tenant_id" UUID NOT NULL,
    "voucher_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "previous" INTEGER,
    "kind" VARCHAR(10) NOT NULL,
    "amount_minor" INTEGER NOT NULL,
    "before_minor" INTEGER NOT NULL,
    "balance_minor" INTEGER NOT NULL,
    "reservation_id" UUID,
    "undoes" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "gift_voucher_entry_pkey" PRIMARY KEY ("tenant_id","voucher_id","number")
);

-- CreateTable
CREATE TABLE "gift_voucher" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "state" "gift_voucher_state" NOT NULL DEFAULT 'DRAFT',
    "code" VARCHAR(20) NOT NULL,
    "key" BYTEA,
    "customer_id" UUID,
    "customer_name" VARCHAR(160) NOT NULL,
    "customer_email" VARCHAR(254),
    "customer_fields" JSONB,
    "language" "gift_voucher_language" NOT NULL DEFAULT 'fr',
    "channel" "gift_voucher_channel" NOT NULL DEFAULT 'BOX_OFFICE',
    "beneficiary_name" VARCHAR(160),
    "message" TEXT,
    "vat_purpose" "gift_voucher_vat_purpose" NOT NULL DEFAULT 'MULTI_PURPOSE',
    "total_ttc" DECIMAL(14,2) NOT NULL,
    "total_ht" DECIMAL(14,2) NOT NULL,
    "total_vat" DECIMAL(14,2) NOT NULL,
    "left_to_pay" DECIMAL(14,2) NOT NULL,
    "validity_date" DATE,
    "sold_on" DATE,
    "send_on" DATE,
    "is_sent" BOOLEAN NOT NULL DEFAULT false,
    "sent_at" TIMESTAMPTZ(3),
    "reminded_at" TIMESTAMPTZ(3),
    "is_postal" BOOLEAN NOT NULL DEFAULT false,
    "postal_sended" BOOLEAN NOT NULL DEFAULT false,
    "postal_sended_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "gift_voucher_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "gift_voucher_items" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "formula_id" UUID,
    "name" VARCHAR(120),
    "quantity" INTEGER NOT NULL DEFAULT 1,
    "unit_ttc" DECIMAL(14,2),
    "total_ttc" DECIMAL(14,2),

    CONSTRAINT "gift_voucher_items_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "gift_voucher_entry_tenant_id_voucher_id_previous_before_min_idx" ON "gift_voucher_entry"("tenant_id", "voucher_id", "previous", "before_minor");

-- CreateIndex
CREATE INDEX "gift_voucher_entry_tenant_id_reservation_id_idx" ON "gift_voucher_entry"("tenant_id", "reservation_id");

-- CreateIndex
CREATE UNIQUE INDEX "gift_voucher_entry_tenant_id_voucher_id_number_balance_mino_key" ON "gift_voucher_entry"("tenant_id", "voucher_id", "number", "balance_minor");

-- CreateIndex
CREATE INDEX "gift_voucher_tenant_id_customer_id_idx" ON "gift_voucher"("tenant_id", "customer_id");

-- CreateIndex
CREATE INDEX "gift_voucher_tenant_id_created_at_id_idx" ON "gift_voucher"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "gift_voucher_tenant_id_id_key" ON "gift_voucher"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "gift_voucher_tenant_id_code_key" ON "gift_voucher"("tenant_id", "code");

-- CreateIndex
CREATE INDEX "gift_voucher_items_tenant_id_parent_id_position_idx" ON "gift_voucher_items"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "gift_voucher_items_tenant_id_id_key" ON "gift_voucher_items"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "reservation_tenant_id_gift_voucher_id_idx" ON "reservation"("tenant_id", "gift_voucher_id");

-- AddForeignKey
ALTER TABLE "gift_voucher_items" ADD CONSTRAINT "gift_voucher_items_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "gift_voucher"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "reservation" ADD CONSTRAINT "reservation_tenant_id_gift_voucher_id_fkey" FOREIGN KEY ("tenant_id", "gift_voucher_id") REFERENCES "gift_voucher"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Rights of gift_voucher_entry
ALTER TABLE "gift_voucher_entry" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "gift_voucher_entry" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "gift_voucher_entry" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT ON "gift_voucher_entry" TO "ticketing_app";
GRANT SELECT ON "gift_voucher_entry" TO "ticketing_platform";
CREATE POLICY "platform_select" ON "gift_voucher_entry" FOR SELECT TO "ticketing_platform" USING (true);
ALTER TABLE "gift_voucher_entry" ADD CONSTRAINT "gift_voucher_entry_voucher_fkey" FOREIGN KEY ("tenant_id", "voucher_id") REFERENCES "gift_voucher" ("tenant_id", "id");
ALTER TABLE "gift_voucher_entry" ADD CONSTRAINT "gift_voucher_entry_previous_fkey" FOREIGN KEY ("tenant_id", "voucher_id", "previous", "before_minor") REFERENCES "gift_voucher_entry" ("tenant_id", "voucher_id", "number", "balance_minor");
ALTER TABLE "gift_voucher_entry" ADD CONSTRAINT "gift_voucher_entry_undoes_fkey" FOREIGN KEY ("tenant_id", "voucher_id", "undoes") REFERENCES "gift_voucher_entry" ("tenant_id", "voucher_id", "number");
ALTER TABLE "gift_voucher_entry" ADD CONSTRAINT "gift_voucher_entry_reservation_fkey" FOREIGN KEY ("tenant_id", "reservation_id") REFERENCES "reservation" ("tenant_id", "id");
CREATE UNIQUE INDEX "gift_voucher_entry_undoes_key" ON "gift_voucher_entry" ("tenant_id", "voucher_id", "undoes");
CREATE INDEX "gift_voucher_entry_recent_idx" ON "gift_voucher_entry" ("at") WHERE "kind" = 'USE';
ALTER TABLE "gift_voucher_entry" ADD CONSTRAINT "gift_voucher_entry_chain_check" CHECK (("number" = 1 AND "previous" IS NULL AND "before_minor" = 0) OR ("number" > 1 AND "previous" = "number" - 1));
ALTER TABLE "gift_voucher_entry" ADD CONSTRAINT "gift_voucher_entry_balance_check" CHECK ("balance_minor" = "before_minor" + "amount_minor" AND "balance_minor" >= 0);
ALTER TABLE "gift_voucher_entry" ADD CONSTRAINT "gift_voucher_entry_kind_check" CHECK (CASE "kind" WHEN 'ISSUE' THEN "amount_minor" > 0 AND "reservation_id" IS NULL AND "undoes" IS NULL WHEN 'USE' THEN "amount_minor" < 0 AND "reservation_id" IS NOT NULL AND "undoes" IS NULL WHEN 'GIVE_BACK' THEN "amount_minor" > 0 AND "reservation_id" IS NOT NULL AND "undoes" IS NOT NULL WHEN 'VOID' THEN "amount_minor" < 0 AND "balance_minor" = 0 AND "reservation_id" IS NULL AND "undoes" IS NULL ELSE false END);

-- Rights of gift_voucher
ALTER TABLE "gift_voucher" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "gift_voucher" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "gift_voucher" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "gift_voucher" TO "ticketing_app";

-- Rights of gift_voucher_items
ALTER TABLE "gift_voucher_items" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "gift_voucher_items" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "gift_voucher_items" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "gift_voucher_items" TO "ticketing_app";

-- What is derived
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE OR REPLACE FUNCTION "search_records"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of") || string_agg(format(' AND t."_search" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one) USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$;
REVOKE ALL ON FUNCTION "search_records"(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "search_records"(text, text[], integer) TO "ticketing_app";
ALTER TABLE "gift_voucher" ADD COLUMN "_search" text GENERATED ALWAYS AS (translate(replace(replace(lower(coalesce("code", '') || E'\n' || coalesce("customer_name", '') || E'\n' || coalesce("customer_email", '') || E'\n' || coalesce("beneficiary_name", '')), 'œ', 'oe'), 'æ', 'ae'), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž', 'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzz')) STORED;
CREATE INDEX "gift_voucher__search_idx" ON "gift_voucher" USING gin ("tenant_id", "_search" gin_trgm_ops);
CREATE POLICY "search" ON "gift_voucher" FOR SELECT TO CURRENT_USER USING (true);
