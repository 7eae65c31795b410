-- CreateTable
CREATE TABLE "session" (
    "id_hash" BYTEA NOT NULL,
    "csrf_token" TEXT NOT NULL,
    "tenant_id" UUID,
    "account" JSONB,
    "access_token" BYTEA,
    "refresh_token" BYTEA,
    "access_expires_at" TIMESTAMPTZ(3),
    "cart_token" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id_hash")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "bucket" TEXT NOT NULL,
    "hits" INTEGER NOT NULL,
    "resets_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("bucket")
);

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE INDEX "rate_limit_resets_at_idx" ON "rate_limit"("resets_at");

-- A session belongs to a browser before it belongs to a theatre, so these tables have no tenant policy: the gateway's
-- role reads and writes them, and owns nothing.
GRANT SELECT, INSERT, UPDATE, DELETE ON "session", "rate_limit" TO gateway_app;
