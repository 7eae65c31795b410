-- AlterTable
ALTER TABLE "cart" ADD COLUMN     "network" VARCHAR(64) NOT NULL DEFAULT '',
ADD COLUMN     "started_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "network_hold" (
    "tenant_id" UUID NOT NULL,
    "network" VARCHAR(64) NOT NULL,
    "holds" JSONB NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "network_hold_pkey" PRIMARY KEY ("tenant_id","network")
);

-- CreateTable
CREATE TABLE "settings" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(160),
    "seats_per_cart" INTEGER,
    "seats_per_network" INTEGER,
    "share_per_network" INTEGER,
    "carts_per_network" INTEGER,
    "rest_minutes" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "settings_tenant_id_name_id_idx" ON "settings"("tenant_id", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "settings_tenant_id_id_key" ON "settings"("tenant_id", "id");

-- Rights of network_hold
ALTER TABLE "network_hold" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "network_hold" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "network_hold" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "network_hold" TO "ticketing_app";
GRANT SELECT ON "network_hold" TO "ticketing_platform";
CREATE POLICY "platform_select" ON "network_hold" FOR SELECT TO "ticketing_platform" USING (true);
CREATE INDEX "network_hold_ends_idx" ON "network_hold" ("ends_at");
CREATE UNIQUE INDEX "settings_tenant_key" ON "settings" ("tenant_id");

-- Rights of settings
ALTER TABLE "settings" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "settings" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "settings" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "settings" TO "ticketing_app";

-- Theatres that are here already: the owner of the tables reads and writes past the policies for this one statement.
ALTER TABLE "tenant_profile" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "settings" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "settings" ("id", "tenant_id", "name") SELECT uuidv7(), "tenant_id", "name" FROM "tenant_profile";
ALTER TABLE "tenant_profile" FORCE ROW LEVEL SECURITY;
ALTER TABLE "settings" FORCE ROW LEVEL SECURITY;
