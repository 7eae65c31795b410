-- CreateTable
CREATE TABLE "account_link" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "kind" VARCHAR(10) NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "first_name" VARCHAR(100) NOT NULL,
    "last_name" VARCHAR(100) NOT NULL,
    "language" VARCHAR(2) NOT NULL,
    "token_hash" BYTEA,
    "expires_at" TIMESTAMPTZ(3),
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session_end" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "subject" VARCHAR(64) NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_end_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "account_link_tenant_id_created_at_idx" ON "account_link"("tenant_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "account_link_tenant_id_id_key" ON "account_link"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "account_link_tenant_id_token_hash_key" ON "account_link"("tenant_id", "token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "session_end_tenant_id_id_key" ON "session_end"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "session_end_tenant_id_subject_key" ON "session_end"("tenant_id", "subject");

-- Rights of account_link
ALTER TABLE "account_link" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "account_link" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "account_link" TO "identity_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "account_link" TO "identity_app";

-- Rights of session_end
ALTER TABLE "session_end" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "session_end" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "session_end" TO "identity_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE ON "session_end" TO "identity_app";
