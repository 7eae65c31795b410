-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "performance_active_reservation" AS ENUM ('ALL', 'ADMIN', 'NO');

-- CreateEnum
CREATE TYPE "performance_display_calendar" AS ENUM ('ALL', 'ADMIN');

-- CreateEnum
CREATE TYPE "reservation_state" AS ENUM ('DRAFT', 'CANCELED', 'PRE_RESERVATION', 'QUOTE_REQUESTED', 'QUOTE_REFUSED', 'VALIDATED');

-- CreateEnum
CREATE TYPE "reservation_mode" AS ENUM ('FAST', 'CHOICE');

-- CreateEnum
CREATE TYPE "reservation_language" AS ENUM ('fr', 'en');

-- CreateEnum
CREATE TYPE "show_placement" AS ENUM ('ADMIN', 'CUSTOMER');

-- CreateEnum
CREATE TYPE "show_display_mode" AS ENUM ('ALL', 'ADMIN');

-- CreateTable
CREATE TABLE "room_plan" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "room_id" UUID NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "blocks" JSONB NOT NULL,
    "shapes" JSONB NOT NULL,
    "seat_count" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "room_plan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "performance_seat" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "performance_id" UUID NOT NULL,
    "shape_id" UUID NOT NULL,
    "kind" VARCHAR(10) NOT NULL,
    "row" VARCHAR(10) NOT NULL,
    "number" VARCHAR(10) NOT NULL,
    "label" VARCHAR(24) NOT NULL,
    "category_id" UUID NOT NULL,
    "x" DOUBLE PRECISION NOT NULL,
    "y" DOUBLE PRECISION NOT NULL,
    "rotation" DOUBLE PRECISION NOT NULL,
    "is_pmr" BOOLEAN NOT NULL,
    "is_blocked" BOOLEAN NOT NULL,
    "group_index" INTEGER NOT NULL,
    "path_order" INTEGER NOT NULL,

    CONSTRAINT "performance_seat_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "public_id" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "kind" VARCHAR(20) NOT NULL,

    CONSTRAINT "public_id_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tenant_profile" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "name" VARCHAR(160) NOT NULL,
    "slug" VARCHAR(80) NOT NULL,
    "city" VARCHAR(120) NOT NULL,
    "address" VARCHAR(400) NOT NULL,
    "archived" BOOLEAN NOT NULL,

    CONSTRAINT "tenant_profile_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tiers_label" (
    "tenant_id" UUID NOT NULL,
    "tiers_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "label" TEXT NOT NULL,

    CONSTRAINT "tiers_label_pkey" PRIMARY KEY ("tenant_id","tiers_id")
);

-- CreateTable
CREATE TABLE "cart" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "performance_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "formula_by_seat" JSONB NOT NULL DEFAULT '{}',
    "reservation_id" UUID,
    "expires_at" TIMESTAMPTZ(3),
    "extended" BOOLEAN NOT NULL DEFAULT false,
    "closed" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cart_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "seat_claim" (
    "tenant_id" UUID NOT NULL,
    "performance_id" UUID NOT NULL,
    "seat_id" UUID NOT NULL,
    "cart_id" UUID NOT NULL,
    "reservation_id" UUID,
    "state" VARCHAR(10) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "seat_claim_pkey" PRIMARY KEY ("tenant_id","performance_id","seat_id")
);

-- CreateTable
CREATE TABLE "reservation_item" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "reservation_id" UUID NOT NULL,
    "performance_id" UUID NOT NULL,
    "seat_id" UUID NOT NULL,
    "formula_id" UUID NOT NULL,
    "formula_name" VARCHAR(120) NOT NULL,
    "category_name" VARCHAR(80) NOT NULL,
    "price_minor" INTEGER NOT NULL,
    "vat" JSONB NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "reservation_item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ticket" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "reservation_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "performance_id" UUID NOT NULL,
    "seat_id" UUID NOT NULL,
    "code" VARCHAR(20) NOT NULL,
    "secret" VARCHAR(32) NOT NULL,
    "state" VARCHAR(10) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ticket_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sale_process" (
    "reservation_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "cart_id" UUID NOT NULL,
    "outcome" VARCHAR(10) NOT NULL DEFAULT 'PENDING',
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "payment_id" UUID,
    "document_id" UUID,
    "steps" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sale_process_pkey" PRIMARY KEY ("tenant_id","reservation_id")
);

-- CreateTable
CREATE TABLE "reservation_payment" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "reservation_id" UUID NOT NULL,
    "state" VARCHAR(10) NOT NULL,
    "amount_minor" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reservation_payment_pkey" PRIMARY KEY ("id")
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
CREATE TABLE "formula" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "category_id" UUID NOT NULL,
    "description" TEXT,
    "ticket_name" VARCHAR(60),
    "ticket_price_ttc" DECIMAL(14,2) NOT NULL,
    "ticket_price_ht" DECIMAL(14,2),
    "ticket_price_vat" DECIMAL(14,2),
    "cost_ht" DECIMAL(14,2),
    "ticket_accounting_code" VARCHAR(20),
    "minimum_number_of_people" INTEGER NOT NULL DEFAULT 1,
    "allow_free_driver_spaces" BOOLEAN NOT NULL DEFAULT false,
    "available_on_gift_vouchers" BOOLEAN NOT NULL DEFAULT false,
    "ignore_in_lowest_price" BOOLEAN NOT NULL DEFAULT false,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "is_visible_to_public" BOOLEAN NOT NULL DEFAULT true,
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "formula_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "formula_vat_breakdown" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "label" VARCHAR(80) NOT NULL,
    "rate" DECIMAL(7,4) NOT NULL,
    "amount_ttc" DECIMAL(14,2) NOT NULL,

    CONSTRAINT "formula_vat_breakdown_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "performance" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(160),
    "show_id" UUID NOT NULL,
    "room_id" UUID NOT NULL,
    "plan_id" VARCHAR(36) NOT NULL,
    "date" DATE NOT NULL,
    "meal_times" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "show_times" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "starts_at" TIMESTAMPTZ(3),
    "formulas" UUID[] DEFAULT ARRAY[]::UUID[],
    "places_available" INTEGER,
    "places_remaining" INTEGER,
    "active_reservation" "performance_active_reservation" NOT NULL DEFAULT 'ALL',
    "display_calendar" "performance_display_calendar" NOT NULL DEFAULT 'ALL',
    "online_reservation_closed" BOOLEAN NOT NULL DEFAULT false,
    "online_reservation_deadline" TIMESTAMPTZ(3),
    "is_multi_formule" BOOLEAN NOT NULL DEFAULT false,
    "automatic_placement" BOOLEAN NOT NULL DEFAULT false,
    "is_complete" BOOLEAN NOT NULL DEFAULT false,
    "is_comfort_placement" BOOLEAN NOT NULL DEFAULT false,
    "category_upgrade_if_place_available" BOOLEAN NOT NULL DEFAULT false,
    "bar_pre_order_authorization" BOOLEAN NOT NULL DEFAULT false,
    "block_existing" BOOLEAN NOT NULL DEFAULT false,
    "cost_htextra" DECIMAL(14,2),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "performance_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reservation" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "state" "reservation_state" NOT NULL DEFAULT 'DRAFT',
    "code" VARCHAR(20) NOT NULL,
    "mode" "reservation_mode" NOT NULL DEFAULT 'CHOICE',
    "tiers_id" UUID,
    "customer_name" VARCHAR(160) NOT NULL,
    "customer_email" VARCHAR(254) NOT NULL,
    "customer_fields" JSONB,
    "language" "reservation_language" NOT NULL DEFAULT 'fr',
    "is_society" BOOLEAN NOT NULL DEFAULT false,
    "performance_id" UUID NOT NULL,
    "number_of_places" INTEGER NOT NULL,
    "total_ttc" DECIMAL(14,2) NOT NULL,
    "discount_percentage" DECIMAL(7,4),
    "discount_amount_ht" DECIMAL(14,2),
    "discount_amount_ttc" DECIMAL(14,2),
    "arrived_count" INTEGER NOT NULL DEFAULT 0,
    "arrived_at" TIMESTAMPTZ(3),
    "table_number" VARCHAR(20),
    "deadline" TIMESTAMPTZ(3),
    "is_pre_reservation" BOOLEAN NOT NULL DEFAULT false,
    "is_for_gift" BOOLEAN NOT NULL DEFAULT false,
    "quote_date" DATE,
    "comment" TEXT,
    "cgv_accepted" BOOLEAN NOT NULL DEFAULT false,
    "newsletter_subscribed" BOOLEAN NOT NULL DEFAULT false,
    "tiers_label" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "reservation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "room" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "address" VARCHAR(255),
    "city" VARCHAR(120),
    "description" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "room_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "seat_category" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(80) NOT NULL,
    "color" VARCHAR(7) NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "seat_category_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "show" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "short_description" VARCHAR(255),
    "description" TEXT,
    "color" VARCHAR(7),
    "poster_file" VARCHAR(2048),
    "placement" "show_placement" NOT NULL DEFAULT 'CUSTOMER',
    "consecutive_place" BOOLEAN NOT NULL DEFAULT false,
    "display_seat_number" BOOLEAN NOT NULL DEFAULT true,
    "display_table_number" BOOLEAN NOT NULL DEFAULT false,
    "generation_tickets_upon_reservation" BOOLEAN NOT NULL DEFAULT true,
    "ticket_generation_xdays_before" INTEGER,
    "on_site_sales" BOOLEAN NOT NULL DEFAULT false,
    "private" BOOLEAN NOT NULL DEFAULT false,
    "cost_ht" DECIMAL(14,2),
    "display_mode" "show_display_mode" NOT NULL DEFAULT 'ALL',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "show_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "room_plan_tenant_id_id_key" ON "room_plan"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "room_plan_tenant_id_room_id_name_key" ON "room_plan"("tenant_id", "room_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "performance_seat_tenant_id_performance_id_id_key" ON "performance_seat"("tenant_id", "performance_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "performance_seat_tenant_id_performance_id_shape_id_key" ON "performance_seat"("tenant_id", "performance_id", "shape_id");

-- CreateIndex
CREATE UNIQUE INDEX "tenant_profile_slug_key" ON "tenant_profile"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "cart_tenant_id_id_key" ON "cart"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "seat_claim_tenant_id_cart_id_idx" ON "seat_claim"("tenant_id", "cart_id");

-- CreateIndex
CREATE UNIQUE INDEX "reservation_item_tenant_id_reservation_id_seat_id_key" ON "reservation_item"("tenant_id", "reservation_id", "seat_id");

-- CreateIndex
CREATE UNIQUE INDEX "reservation_item_tenant_id_id_key" ON "reservation_item"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "ticket_tenant_id_reservation_id_idx" ON "ticket"("tenant_id", "reservation_id");

-- CreateIndex
CREATE UNIQUE INDEX "ticket_tenant_id_code_key" ON "ticket"("tenant_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "ticket_tenant_id_id_key" ON "ticket"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "reservation_payment_tenant_id_reservation_id_idx" ON "reservation_payment"("tenant_id", "reservation_id");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_seq_key" ON "outbox"("seq");

-- CreateIndex
CREATE INDEX "history_tenant_id_entity_entity_id_at_idx" ON "history"("tenant_id", "entity", "entity_id", "at");

-- CreateIndex
CREATE INDEX "formula_tenant_id_category_id_idx" ON "formula"("tenant_id", "category_id");

-- CreateIndex
CREATE INDEX "formula_tenant_id_name_id_idx" ON "formula"("tenant_id", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "formula_tenant_id_id_key" ON "formula"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "formula_vat_breakdown_tenant_id_parent_id_position_idx" ON "formula_vat_breakdown"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "formula_vat_breakdown_tenant_id_id_key" ON "formula_vat_breakdown"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "performance_tenant_id_show_id_idx" ON "performance"("tenant_id", "show_id");

-- CreateIndex
CREATE INDEX "performance_tenant_id_room_id_idx" ON "performance"("tenant_id", "room_id");

-- CreateIndex
CREATE INDEX "performance_tenant_id_starts_at_id_idx" ON "performance"("tenant_id", "starts_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "performance_tenant_id_id_key" ON "performance"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "reservation_tenant_id_performance_id_idx" ON "reservation"("tenant_id", "performance_id");

-- CreateIndex
CREATE INDEX "reservation_tenant_id_created_at_id_idx" ON "reservation"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "reservation_tenant_id_id_key" ON "reservation"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "reservation_tenant_id_code_key" ON "reservation"("tenant_id", "code");

-- CreateIndex
CREATE INDEX "room_tenant_id_name_id_idx" ON "room"("tenant_id", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "room_tenant_id_id_key" ON "room"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "room_tenant_id_name_key" ON "room"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "seat_category_tenant_id_position_id_idx" ON "seat_category"("tenant_id", "position", "id");

-- CreateIndex
CREATE UNIQUE INDEX "seat_category_tenant_id_id_key" ON "seat_category"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "seat_category_tenant_id_name_key" ON "seat_category"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "show_tenant_id_name_id_idx" ON "show"("tenant_id", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "show_tenant_id_id_key" ON "show"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "formula" ADD CONSTRAINT "formula_tenant_id_category_id_fkey" FOREIGN KEY ("tenant_id", "category_id") REFERENCES "seat_category"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "formula_vat_breakdown" ADD CONSTRAINT "formula_vat_breakdown_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "formula"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "performance" ADD CONSTRAINT "performance_tenant_id_show_id_fkey" FOREIGN KEY ("tenant_id", "show_id") REFERENCES "show"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "performance" ADD CONSTRAINT "performance_tenant_id_room_id_fkey" FOREIGN KEY ("tenant_id", "room_id") REFERENCES "room"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "reservation" ADD CONSTRAINT "reservation_tenant_id_performance_id_fkey" FOREIGN KEY ("tenant_id", "performance_id") REFERENCES "performance"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Rights of room_plan
ALTER TABLE "room_plan" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "room_plan" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "room_plan" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "room_plan" TO "ticketing_app";
ALTER TABLE "room_plan" ADD CONSTRAINT "room_plan_room_fkey" FOREIGN KEY ("tenant_id", "room_id") REFERENCES "room" ("tenant_id", "id");

-- Rights of performance_seat
ALTER TABLE "performance_seat" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "performance_seat" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "performance_seat" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "performance_seat" TO "ticketing_app";
ALTER TABLE "performance_seat" ADD CONSTRAINT "performance_seat_performance_fkey" FOREIGN KEY ("tenant_id", "performance_id") REFERENCES "performance" ("tenant_id", "id") ON DELETE CASCADE;
ALTER TABLE "performance_seat" ADD CONSTRAINT "performance_seat_category_fkey" FOREIGN KEY ("tenant_id", "category_id") REFERENCES "seat_category" ("tenant_id", "id");
ALTER TABLE "performance" DROP COLUMN "name", DROP COLUMN "places_remaining";

-- Rights of public_id
ALTER TABLE "public_id" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "public_id" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "public_id" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "public_id" TO "ticketing_app";
GRANT SELECT ON "public_id" TO "ticketing_platform";
CREATE POLICY "platform_select" ON "public_id" FOR SELECT TO "ticketing_platform" USING (true);

-- Rights of tenant_profile
ALTER TABLE "tenant_profile" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "tenant_profile" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "tenant_profile" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "tenant_profile" TO "ticketing_app";
GRANT SELECT ON "tenant_profile" TO "ticketing_platform";
CREATE POLICY "platform_select" ON "tenant_profile" FOR SELECT TO "ticketing_platform" USING (true);

-- Rights of tiers_label
ALTER TABLE "tiers_label" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "tiers_label" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "tiers_label" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "tiers_label" TO "ticketing_app";

-- Rights of cart
ALTER TABLE "cart" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "cart" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "cart" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "cart" TO "ticketing_app";
GRANT SELECT ON "cart" TO "ticketing_platform";
CREATE POLICY "platform_select" ON "cart" FOR SELECT TO "ticketing_platform" USING (true);
CREATE UNIQUE INDEX "cart_open_key" ON "cart" ("tenant_id", "token_hash") WHERE NOT "closed";
CREATE INDEX "cart_token_idx" ON "cart" ("token_hash", "created_at" DESC);
ALTER TABLE "cart" ADD CONSTRAINT "cart_performance_fkey" FOREIGN KEY ("tenant_id", "performance_id") REFERENCES "performance" ("tenant_id", "id") ON DELETE CASCADE;

-- Rights of seat_claim
ALTER TABLE "seat_claim" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "seat_claim" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "seat_claim" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "seat_claim" TO "ticketing_app";
GRANT SELECT ON "seat_claim" TO "ticketing_platform";
CREATE POLICY "platform_select" ON "seat_claim" FOR SELECT TO "ticketing_platform" USING (true);
CREATE INDEX "seat_claim_expiry_idx" ON "seat_claim" ("expires_at") WHERE "state" = 'HELD';
ALTER TABLE "seat_claim" ADD CONSTRAINT "seat_claim_state_check" CHECK ("state" IN ('HELD', 'SOLD') AND ("state" = 'HELD' OR "reservation_id" IS NOT NULL));
ALTER TABLE "seat_claim" ADD CONSTRAINT "seat_claim_seat_fkey" FOREIGN KEY ("tenant_id", "performance_id", "seat_id") REFERENCES "performance_seat" ("tenant_id", "performance_id", "id") ON DELETE CASCADE;

-- Rights of reservation_item
ALTER TABLE "reservation_item" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "reservation_item" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "reservation_item" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "reservation_item" TO "ticketing_app";
ALTER TABLE "reservation_item" ADD CONSTRAINT "reservation_item_reservation_fkey" FOREIGN KEY ("tenant_id", "reservation_id") REFERENCES "reservation" ("tenant_id", "id") ON DELETE CASCADE;
ALTER TABLE "reservation_item" ADD CONSTRAINT "reservation_item_seat_fkey" FOREIGN KEY ("tenant_id", "performance_id", "seat_id") REFERENCES "performance_seat" ("tenant_id", "performance_id", "id");
ALTER TABLE "reservation" ADD CONSTRAINT "reservation_arrived_check" CHECK ("arrived_count" BETWEEN 0 AND "number_of_places");

-- Rights of ticket
ALTER TABLE "ticket" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "ticket" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "ticket" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "ticket" TO "ticketing_app";
CREATE UNIQUE INDEX "ticket_seat_key" ON "ticket" ("tenant_id", "performance_id", "seat_id") WHERE "state" = 'VALIDATED';
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_item_fkey" FOREIGN KEY ("tenant_id", "item_id") REFERENCES "reservation_item" ("tenant_id", "id");
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_state_check" CHECK ("state" IN ('DRAFT', 'CANCELED', 'VALIDATED'));

-- Rights of sale_process
ALTER TABLE "sale_process" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "sale_process" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "sale_process" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "sale_process" TO "ticketing_app";
ALTER TABLE "sale_process" ADD CONSTRAINT "sale_process_reservation_fkey" FOREIGN KEY ("tenant_id", "reservation_id") REFERENCES "reservation" ("tenant_id", "id") ON DELETE CASCADE;
ALTER TABLE "sale_process" ADD CONSTRAINT "sale_process_cart_fkey" FOREIGN KEY ("tenant_id", "cart_id") REFERENCES "cart" ("tenant_id", "id");
ALTER TABLE "sale_process" ADD CONSTRAINT "sale_process_outcome_check" CHECK ("outcome" IN ('PENDING', 'VALIDATED', 'REFUSED', 'CANCELLED', 'REFUND'));

-- Rights of reservation_payment
ALTER TABLE "reservation_payment" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "reservation_payment" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "reservation_payment" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "reservation_payment" TO "ticketing_app";
ALTER TABLE "reservation_payment" ADD CONSTRAINT "reservation_payment_reservation_fkey" FOREIGN KEY ("tenant_id", "reservation_id") REFERENCES "reservation" ("tenant_id", "id") ON DELETE CASCADE;

-- Rights of outbox
ALTER TABLE "outbox" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "outbox" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "outbox" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "outbox" TO "ticketing_app";
GRANT USAGE ON SEQUENCE "outbox_seq_seq" TO "ticketing_app";
GRANT SELECT, UPDATE ON "outbox" TO "ticketing_platform";
CREATE POLICY "platform_select" ON "outbox" FOR SELECT TO "ticketing_platform" USING (true);
CREATE POLICY "platform_update" ON "outbox" FOR UPDATE TO "ticketing_platform" USING (true) WITH CHECK (true);
CREATE INDEX "outbox_unpublished_idx" ON "outbox" ("seq") WHERE "published_at" IS NULL;

-- Rights of inbox
ALTER TABLE "inbox" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "inbox" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "inbox" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "inbox" TO "ticketing_app";

-- Rights of idempotency_key
ALTER TABLE "idempotency_key" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "idempotency_key" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "idempotency_key" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "idempotency_key" TO "ticketing_app";

-- Rights of number_series
ALTER TABLE "number_series" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "number_series" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "number_series" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "number_series" TO "ticketing_app";

-- Rights of history
ALTER TABLE "history" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "history" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "history" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT ON "history" TO "ticketing_app";

-- Rights of formula
ALTER TABLE "formula" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "formula" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "formula" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "formula" TO "ticketing_app";

-- Rights of formula_vat_breakdown
ALTER TABLE "formula_vat_breakdown" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "formula_vat_breakdown" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "formula_vat_breakdown" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "formula_vat_breakdown" TO "ticketing_app";

-- Rights of performance
ALTER TABLE "performance" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "performance" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "performance" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "performance" TO "ticketing_app";

-- Rights of reservation
ALTER TABLE "reservation" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "reservation" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "reservation" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "reservation" TO "ticketing_app";

-- Rights of room
ALTER TABLE "room" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "room" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "room" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "room" TO "ticketing_app";

-- Rights of seat_category
ALTER TABLE "seat_category" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "seat_category" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "seat_category" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "seat_category" TO "ticketing_app";

-- Rights of show
ALTER TABLE "show" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "show" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "show" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "show" TO "ticketing_app";
