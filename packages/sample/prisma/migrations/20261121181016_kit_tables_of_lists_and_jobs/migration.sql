-- CreateTable
CREATE TABLE "saved_view" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "resource" TEXT NOT NULL,
    "name" VARCHAR(80) NOT NULL,
    "icon" VARCHAR(40),
    "query" JSONB NOT NULL,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "owner_id" TEXT NOT NULL,
    "owner_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "view_default" (
    "tenant_id" UUID NOT NULL,
    "resource" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "view_id" UUID NOT NULL,

    CONSTRAINT "view_default_pkey" PRIMARY KEY ("tenant_id","resource","user_id")
);

-- CreateTable
CREATE TABLE "attachment" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "entity" TEXT NOT NULL,
    "entity_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "media_type" VARCHAR(127) NOT NULL,
    "size" INTEGER NOT NULL,
    "added_by" TEXT,
    "added_by_name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "attachment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "resource" TEXT NOT NULL,
    "kind" VARCHAR(20) NOT NULL,
    "state" VARCHAR(20) NOT NULL DEFAULT 'WAITING',
    "input" JSONB NOT NULL,
    "actor" JSONB NOT NULL,
    "owner_id" TEXT NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER,
    "result" JSONB,
    "problem" JSONB,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "heartbeat_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job_chunk" (
    "tenant_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "role" VARCHAR(10) NOT NULL,
    "position" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "job_chunk_pkey" PRIMARY KEY ("tenant_id","job_id","role","position")
);

-- CreateTable
CREATE TABLE "imported_file" (
    "tenant_id" UUID NOT NULL,
    "resource" TEXT NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "job_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "imported_file_pkey" PRIMARY KEY ("tenant_id","resource","sha256")
);

-- CreateTable
CREATE TABLE "data_key" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "wrapped" BYTEA NOT NULL,
    "retired" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "data_key_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "saved_view_tenant_id_resource_owner_id_idx" ON "saved_view"("tenant_id", "resource", "owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "saved_view_tenant_id_id_key" ON "saved_view"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "attachment_tenant_id_entity_entity_id_file_id_key" ON "attachment"("tenant_id", "entity", "entity_id", "file_id");

-- CreateIndex
CREATE INDEX "job_state_created_at_idx" ON "job"("state", "created_at");

-- CreateIndex
CREATE INDEX "job_tenant_id_resource_owner_id_created_at_idx" ON "job"("tenant_id", "resource", "owner_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "job_tenant_id_id_key" ON "job"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "data_key_tenant_id_idx" ON "data_key"("tenant_id");

-- AddForeignKey
ALTER TABLE "view_default" ADD CONSTRAINT "view_default_tenant_id_view_id_fkey" FOREIGN KEY ("tenant_id", "view_id") REFERENCES "saved_view"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "job_chunk" ADD CONSTRAINT "job_chunk_tenant_id_job_id_fkey" FOREIGN KEY ("tenant_id", "job_id") REFERENCES "job"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- Rights of saved_view
ALTER TABLE "saved_view" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "saved_view" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "saved_view" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "saved_view" TO "sample_app";

-- Rights of view_default
ALTER TABLE "view_default" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "view_default" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "view_default" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "view_default" TO "sample_app";

-- Rights of attachment
ALTER TABLE "attachment" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "attachment" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "attachment" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "attachment" TO "sample_app";

-- Rights of job
ALTER TABLE "job" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "job" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "job" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "job" TO "sample_app";
GRANT SELECT, UPDATE, DELETE ON "job" TO "sample_platform";
CREATE POLICY "platform_select" ON "job" FOR SELECT TO "sample_platform" USING (true);
CREATE POLICY "platform_update" ON "job" FOR UPDATE TO "sample_platform" USING (true) WITH CHECK (true);
CREATE POLICY "platform_delete" ON "job" FOR DELETE TO "sample_platform" USING (true);

-- Rights of job_chunk
ALTER TABLE "job_chunk" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "job_chunk" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "job_chunk" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "job_chunk" TO "sample_app";
GRANT SELECT, DELETE ON "job_chunk" TO "sample_platform";
CREATE POLICY "platform_select" ON "job_chunk" FOR SELECT TO "sample_platform" USING (true);
CREATE POLICY "platform_delete" ON "job_chunk" FOR DELETE TO "sample_platform" USING (true);

-- Rights of imported_file
ALTER TABLE "imported_file" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "imported_file" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "imported_file" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "imported_file" TO "sample_app";

-- Rights of data_key
ALTER TABLE "data_key" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "data_key" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "data_key" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "data_key" TO "sample_app";
