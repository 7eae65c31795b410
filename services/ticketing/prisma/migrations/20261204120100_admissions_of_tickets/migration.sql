-- CreateTable
CREATE TABLE "admission" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "performance_id" UUID NOT NULL,
    "reservation_id" UUID,
    "ticket_id" UUID,
    "people" INTEGER NOT NULL,
    "outcome" VARCHAR(5) NOT NULL,
    "reason" VARCHAR(20),
    "device" UUID NOT NULL,
    "device_name" VARCHAR(60) NOT NULL,
    "is_conflict" BOOLEAN NOT NULL DEFAULT false,
    "scanned_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "admission_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "reception_configuration" (
    "tenant_id" UUID NOT NULL,
    "user_id" VARCHAR(64) NOT NULL,
    "columns" JSONB NOT NULL,

    CONSTRAINT "reception_configuration_pkey" PRIMARY KEY ("tenant_id","user_id")
);

-- CreateIndex
CREATE INDEX "admission_performance_id_tenant_id_idx" ON "admission"("performance_id", "tenant_id");

-- CreateIndex
CREATE INDEX "admission_reservation_id_tenant_id_idx" ON "admission"("reservation_id", "tenant_id");

-- CreateIndex
CREATE INDEX "admission_ticket_id_tenant_id_idx" ON "admission"("ticket_id", "tenant_id");

-- CreateIndex
CREATE INDEX "ticket_tenant_id_secret_idx" ON "ticket"("tenant_id", "secret");

-- Rights of admission
ALTER TABLE "admission" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "admission" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "admission" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "admission" TO "ticketing_app";
CREATE UNIQUE INDEX "admission_ticket_key" ON "admission" ("tenant_id", "ticket_id") WHERE "outcome" = 'GREEN' AND "undone_at" IS NULL;
ALTER TABLE "admission" ADD CONSTRAINT "admission_performance_fkey" FOREIGN KEY ("tenant_id", "performance_id") REFERENCES "performance" ("tenant_id", "id") ON DELETE CASCADE;
ALTER TABLE "admission" ADD CONSTRAINT "admission_reservation_fkey" FOREIGN KEY ("tenant_id", "reservation_id") REFERENCES "reservation" ("tenant_id", "id") ON DELETE CASCADE;
ALTER TABLE "admission" ADD CONSTRAINT "admission_ticket_fkey" FOREIGN KEY ("tenant_id", "ticket_id") REFERENCES "ticket" ("tenant_id", "id") ON DELETE CASCADE;
ALTER TABLE "admission" ADD CONSTRAINT "admission_outcome_check" CHECK ("outcome" IN ('GREEN', 'AMBER', 'RED'));

-- Rights of reception_configuration
ALTER TABLE "reception_configuration" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "reception_configuration" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "reception_configuration" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "reception_configuration" TO "ticketing_app";
