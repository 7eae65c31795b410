-- AlterTable
ALTER TABLE "reservation_item" ADD COLUMN     "holder_name" VARCHAR(70);

-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "ticket_transfers" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "ticket_transfer" (
    "tenant_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "name" VARCHAR(70) NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "opened_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "ticket_transfer_pkey" PRIMARY KEY ("tenant_id","item_id")
);

-- Rights of ticket_transfer
ALTER TABLE "ticket_transfer" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "ticket_transfer" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "ticket_transfer" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "ticket_transfer" TO "ticketing_app";
ALTER TABLE "ticket_transfer" ADD CONSTRAINT "ticket_transfer_item_fkey" FOREIGN KEY ("tenant_id", "item_id") REFERENCES "reservation_item" ("tenant_id", "id") ON DELETE CASCADE;
