-- CreateEnum
CREATE TYPE "performance_waiting_room" AS ENUM ('AUTO', 'ON', 'OFF');

-- AlterTable
ALTER TABLE "performance" ADD COLUMN     "waiting_room" "performance_waiting_room" NOT NULL DEFAULT 'AUTO',
ADD COLUMN     "waiting_room_buyers" INTEGER;

-- CreateTable
CREATE TABLE "waiting_room" (
    "tenant_id" UUID NOT NULL,
    "performance_id" UUID NOT NULL,
    "last_number" BIGINT NOT NULL DEFAULT 0,
    "inside" INTEGER NOT NULL DEFAULT 0,
    "waiting" INTEGER NOT NULL DEFAULT 0,
    "is_open" BOOLEAN NOT NULL DEFAULT false,
    "places_left" INTEGER,
    "is_sold_out" BOOLEAN NOT NULL DEFAULT false,
    "budget" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "pace" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "round_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "paused_until" TIMESTAMPTZ(3),
    "touched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "waiting_room_pkey" PRIMARY KEY ("tenant_id","performance_id")
);

-- CreateTable
CREATE TABLE "waiting_place" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "performance_id" UUID NOT NULL,
    "state" VARCHAR(10) NOT NULL,
    "rank" BIGINT NOT NULL,
    "network" VARCHAR(64) NOT NULL DEFAULT '',
    "cart_hash" BYTEA,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "admitted_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "waiting_place_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "waiting_place_tenant_id_performance_id_state_rank_idx" ON "waiting_place"("tenant_id", "performance_id", "state", "rank");

-- CreateIndex
CREATE UNIQUE INDEX "waiting_place_tenant_id_id_key" ON "waiting_place"("tenant_id", "id");

-- Rights of waiting_room
ALTER TABLE "waiting_room" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "waiting_room" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "waiting_room" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "waiting_room" TO "ticketing_app";
GRANT SELECT ON "waiting_room" TO "ticketing_platform";
CREATE POLICY "platform_select" ON "waiting_room" FOR SELECT TO "ticketing_platform" USING (true);
CREATE INDEX "waiting_room_touched_idx" ON "waiting_room" ("touched_at");
ALTER TABLE "waiting_room" ADD CONSTRAINT "waiting_room_performance_fkey" FOREIGN KEY ("tenant_id", "performance_id") REFERENCES "performance" ("tenant_id", "id") ON DELETE CASCADE;

-- Rights of waiting_place
ALTER TABLE "waiting_place" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "waiting_place" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "waiting_place" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "waiting_place" TO "ticketing_app";
CREATE INDEX "waiting_place_network_idx" ON "waiting_place" ("tenant_id", "performance_id", "network");
ALTER TABLE "waiting_place" ADD CONSTRAINT "waiting_place_room_fkey" FOREIGN KEY ("tenant_id", "performance_id") REFERENCES "waiting_room" ("tenant_id", "performance_id") ON DELETE CASCADE;
ALTER TABLE "waiting_place" ADD CONSTRAINT "waiting_place_state_check" CHECK ("state" IN ('WAITING', 'ADMITTED'));
