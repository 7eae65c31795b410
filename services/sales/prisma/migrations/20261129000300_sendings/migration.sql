-- CreateTable
CREATE TABLE "sending" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "resource" VARCHAR(40) NOT NULL,
    "record_id" UUID NOT NULL,
    "recipient" VARCHAR(254) NOT NULL,
    "subject" VARCHAR(255),
    "message" VARCHAR(5000),
    "state" VARCHAR(10) NOT NULL DEFAULT 'WAITING',
    "document_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "sending_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sending_tenant_id_record_id_idx" ON "sending"("tenant_id", "record_id");

-- CreateIndex
CREATE UNIQUE INDEX "sending_tenant_id_id_key" ON "sending"("tenant_id", "id");

-- Rights of sending
ALTER TABLE "sending" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "sending" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "sending" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE ON "sending" TO "sales_app";
ALTER TABLE "sending" ADD CONSTRAINT "sending_state_check" CHECK ("state" IN ('WAITING', 'SENT', 'REFUSED'));
