-- CreateTable
CREATE TABLE "file" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "media_type" VARCHAR(127) NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "rights" VARCHAR(80) NOT NULL,
    "is_public" BOOLEAN NOT NULL DEFAULT false,
    "width" INTEGER,
    "height" INTEGER,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "file_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "file_tenant_id_id_key" ON "file"("tenant_id", "id");

-- Rights of file
ALTER TABLE "file" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "file" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "file" TO "documents_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT ON "file" TO "documents_app";
GRANT SELECT ON "file" TO "documents_platform";
CREATE POLICY "platform_select" ON "file" FOR SELECT TO "documents_platform" USING (true);
