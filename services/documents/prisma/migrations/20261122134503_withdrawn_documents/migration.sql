-- AlterTable
ALTER TABLE "document" ADD COLUMN     "withdrawn_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "withdrawn_subject" (
    "tenant_id" UUID NOT NULL,
    "kind" VARCHAR(20) NOT NULL,
    "subject_id" UUID NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "withdrawn_subject_pkey" PRIMARY KEY ("tenant_id","kind","subject_id")
);

-- Rights of withdrawn_subject
ALTER TABLE "withdrawn_subject" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "withdrawn_subject" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "withdrawn_subject" TO "documents_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT ON "withdrawn_subject" TO "documents_app";
