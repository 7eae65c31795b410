-- CreateTable
CREATE TABLE "reservation_option" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "reservation_id" UUID NOT NULL,
    "formula_id" UUID NOT NULL,
    "formula_name" VARCHAR(120) NOT NULL,
    "option_id" UUID NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "quantity" INTEGER NOT NULL,
    "price_minor" INTEGER NOT NULL,
    "vat" JSONB NOT NULL,
    "accounting_code" VARCHAR(20),
    "detail_label" VARCHAR(120),
    "detail" VARCHAR(500),
    "for_pmr" BOOLEAN NOT NULL DEFAULT false,
    "for_postal_send" BOOLEAN NOT NULL DEFAULT false,
    "in_gift_bag" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL,
    "canceled_at" TIMESTAMPTZ(3),

    CONSTRAINT "reservation_option_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "reservation_option_tenant_id_reservation_id_idx" ON "reservation_option"("tenant_id", "reservation_id");

-- Rights of reservation_option
ALTER TABLE "reservation_option" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "reservation_option" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "reservation_option" TO "ticketing_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "reservation_option" TO "ticketing_app";
ALTER TABLE "reservation_option" ADD CONSTRAINT "reservation_option_reservation_fkey" FOREIGN KEY ("tenant_id", "reservation_id") REFERENCES "reservation" ("tenant_id", "id") ON DELETE CASCADE;
ALTER TABLE "reservation_option" ADD CONSTRAINT "reservation_option_price_check" CHECK ("quantity" > 0 AND "price_minor" >= 0);
