-- AlterTable
ALTER TABLE "performance_seat" ADD COLUMN     "table_number_locked" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "cart" ADD COLUMN     "mode" VARCHAR(6) NOT NULL DEFAULT 'CHOICE';

-- CreateTable
CREATE TABLE "placement_run" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "performance_id" UUID NOT NULL,
    "state" VARCHAR(10) NOT NULL DEFAULT 'PROPOSED',
    "scope" VARCHAR(20) NOT NULL,
    "moves" JSONB NOT NULL,
    "unplaced" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "applied_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "placement_run_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "placement_run_performance_id_tenant_id_idx" ON "placement_run"("performance_id", "tenant_id");

-- CreateIndex
CREATE UNIQUE INDEX "placement_run_tenant_id_id_key" ON "placement_run"("tenant_id", "id");

-- Rights of placement_run
ALTER TABLE "placement_run" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "placement_run" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "placement_run" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "placement_run" TO "ticketing_app";
ALTER TABLE "placement_run" ADD CONSTRAINT "placement_run_performance_fkey" FOREIGN KEY ("tenant_id", "performance_id") REFERENCES "performance" ("tenant_id", "id") ON DELETE CASCADE;
ALTER TABLE "placement_run" ADD CONSTRAINT "placement_run_state_check" CHECK ("state" IN ('PROPOSED', 'APPLIED', 'UNDONE'));
