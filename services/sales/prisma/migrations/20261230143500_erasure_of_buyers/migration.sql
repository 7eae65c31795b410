-- CreateTable
CREATE TABLE "buyer_erasure" (
    "tenant_id" UUID NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "buyer_erasure_pkey" PRIMARY KEY ("tenant_id","email")
);

-- Rights of buyer_erasure
ALTER TABLE "buyer_erasure" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "buyer_erasure" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "buyer_erasure" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "buyer_erasure" TO "sales_app";
