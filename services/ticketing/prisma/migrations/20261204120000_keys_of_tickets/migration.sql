-- CreateTable
CREATE TABLE "ticket_key" (
    "tenant_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "public_key" BYTEA NOT NULL,
    "private_key" BYTEA NOT NULL,
    "data_key_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ticket_key_pkey" PRIMARY KEY ("tenant_id","number")
);

-- Rights of ticket_key
ALTER TABLE "ticket_key" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "ticket_key" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "ticket_key" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "ticket_key" TO "ticketing_app";
ALTER TABLE "ticket_key" ADD CONSTRAINT "ticket_key_number_check" CHECK ("number" BETWEEN 1 AND 15);
