-- AlterTable
ALTER TABLE "outbox" ADD COLUMN     "failed_at" TIMESTAMPTZ(3),
ADD COLUMN     "failure" VARCHAR(500);

-- CreateTable
CREATE TABLE "failed_delivery" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "consumer" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "partition" INTEGER NOT NULL,
    "position" BIGINT NOT NULL,
    "message_key" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "headers" JSONB NOT NULL,
    "payload" BYTEA NOT NULL,
    "state" VARCHAR(10) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "first_failed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_failed_at" TIMESTAMPTZ(3),
    "retrying_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "leased_until" TIMESTAMPTZ(3),
    "error_code" VARCHAR(80) NOT NULL,
    "error_text" VARCHAR(1000),

    CONSTRAINT "failed_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "failed_delivery_seq_key" ON "failed_delivery"("seq");

-- CreateIndex
CREATE INDEX "failed_delivery_tenant_id_consumer_message_key_seq_idx" ON "failed_delivery"("tenant_id", "consumer", "message_key", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "failed_delivery_tenant_id_consumer_message_id_key" ON "failed_delivery"("tenant_id", "consumer", "message_id");

-- CreateIndex
CREATE INDEX "inbox_at_idx" ON "inbox" USING BRIN ("at");

-- CreateIndex
CREATE INDEX "idempotency_key_at_idx" ON "idempotency_key" USING BRIN ("at");

-- Rights of failed_delivery
ALTER TABLE "failed_delivery" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "failed_delivery" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "failed_delivery" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "failed_delivery" TO "sample_app";
GRANT USAGE ON SEQUENCE "failed_delivery_seq_seq" TO "sample_app";
GRANT SELECT, INSERT, UPDATE, DELETE ON "failed_delivery" TO "sample_platform";
GRANT USAGE ON SEQUENCE "failed_delivery_seq_seq" TO "sample_platform";
CREATE POLICY "platform_select" ON "failed_delivery" FOR SELECT TO "sample_platform" USING (true);
CREATE POLICY "platform_insert" ON "failed_delivery" FOR INSERT TO "sample_platform" WITH CHECK (true);
CREATE POLICY "platform_update" ON "failed_delivery" FOR UPDATE TO "sample_platform" USING (true) WITH CHECK (true);
CREATE POLICY "platform_delete" ON "failed_delivery" FOR DELETE TO "sample_platform" USING (true);
CREATE INDEX "failed_delivery_due_idx" ON "failed_delivery" ("next_attempt_at") WHERE "state" = 'RETRYING';

-- Rights of what purges the kit's tables
GRANT DELETE ON "outbox" TO "sample_platform";
CREATE POLICY "platform_delete" ON "outbox" FOR DELETE TO "sample_platform" USING (true);
GRANT SELECT, DELETE ON "inbox" TO "sample_platform";
CREATE POLICY "platform_select" ON "inbox" FOR SELECT TO "sample_platform" USING (true);
CREATE POLICY "platform_delete" ON "inbox" FOR DELETE TO "sample_platform" USING (true);
GRANT SELECT, DELETE ON "idempotency_key" TO "sample_platform";
CREATE POLICY "platform_select" ON "idempotency_key" FOR SELECT TO "sample_platform" USING (true);
CREATE POLICY "platform_delete" ON "idempotency_key" FOR DELETE TO "sample_platform" USING (true);
