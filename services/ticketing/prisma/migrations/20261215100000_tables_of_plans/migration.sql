-- AlterTable
ALTER TABLE "room_plan" ADD COLUMN     "scene" JSONB NOT NULL DEFAULT '{"tables":[],"outlines":[],"texts":[]}',
ADD COLUMN     "tables" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "performance_seat" ADD COLUMN     "is_companion" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "table_id" VARCHAR(60);

-- CreateTable
CREATE TABLE "performance_plan" (
    "tenant_id" UUID NOT NULL,
    "performance_id" UUID NOT NULL,
    "plan_id" UUID NOT NULL,
    "plan_version" INTEGER NOT NULL,
    "scene" JSONB NOT NULL,
    "seating_id" UUID,
    "synchronised_at" TIMESTAMPTZ(3),

    CONSTRAINT "performance_plan_pkey" PRIMARY KEY ("tenant_id","performance_id")
);

-- Rights of performance_plan
ALTER TABLE "performance_plan" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "performance_plan" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "performance_plan" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "performance_plan" TO "ticketing_app";
ALTER TABLE "performance_plan" ADD CONSTRAINT "performance_plan_performance_fkey" FOREIGN KEY ("tenant_id", "performance_id") REFERENCES "performance" ("tenant_id", "id") ON DELETE CASCADE;
