-- AlterTable
ALTER TABLE "file" ADD COLUMN     "kept_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "scan" VARCHAR(12) NOT NULL DEFAULT 'NOT_SCANNED',
ADD COLUMN     "stored_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP;

-- Files that are there have their bytes; those to come say so themselves.
ALTER TABLE "file" ALTER COLUMN "stored_at" DROP DEFAULT;

-- CreateTable
CREATE TABLE "file_usage" (
    "tenant_id" UUID NOT NULL,
    "bytes" BIGINT NOT NULL,
    "files" INTEGER NOT NULL,
    "quota_bytes" BIGINT,
    "quota_files" INTEGER,

    CONSTRAINT "file_usage_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "file_round" (
    "tenant_id" UUID NOT NULL,
    "service" VARCHAR(40) NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "file_round_pkey" PRIMARY KEY ("tenant_id","service")
);

-- CreateIndex
CREATE INDEX "file_tenant_id_sha256_idx" ON "file"("tenant_id", "sha256");

-- Rights of file_usage
ALTER TABLE "file_usage" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "file_usage" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "file_usage" TO "documents_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE ON "file_usage" TO "documents_app";

-- Rights of file_round
ALTER TABLE "file_round" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "file_round" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "file_round" TO "documents_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT ON "file_round" TO "documents_app";
GRANT SELECT, UPDATE ON "file_round" TO "documents_platform";
CREATE POLICY "platform_select" ON "file_round" FOR SELECT TO "documents_platform" USING (true);
CREATE POLICY "platform_update" ON "file_round" FOR UPDATE TO "documents_platform" USING (true) WITH CHECK (true);

-- Rights of file
GRANT UPDATE, DELETE ON "file" TO "documents_app";
