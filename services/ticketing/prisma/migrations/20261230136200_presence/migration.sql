-- CreateTable
CREATE TABLE "reservation_presence" (
    "tenant_id" UUID NOT NULL,
    "reservation_id" UUID NOT NULL,
    "user_id" VARCHAR(64) NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reservation_presence_pkey" PRIMARY KEY ("tenant_id","reservation_id","user_id")
);

-- Rights of reservation_presence
ALTER TABLE "reservation_presence" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "reservation_presence" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "reservation_presence" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "reservation_presence" TO "ticketing_app";
ALTER TABLE "reservation_presence" ADD CONSTRAINT "reservation_presence_reservation_fkey" FOREIGN KEY ("tenant_id", "reservation_id") REFERENCES "reservation" ("tenant_id", "id") ON DELETE CASCADE;
CREATE INDEX "reservation_presence_seen_idx" ON "reservation_presence" ("tenant_id", "seen_at");
