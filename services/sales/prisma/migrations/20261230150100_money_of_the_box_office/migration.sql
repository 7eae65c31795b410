-- CreateTable
CREATE TABLE "box_office_reservation" (
    "tenant_id" UUID NOT NULL,
    "reservation_id" UUID NOT NULL,
    "code" VARCHAR(40) NOT NULL DEFAULT '',
    "reading" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "box_office_reservation_pkey" PRIMARY KEY ("tenant_id","reservation_id")
);

-- CreateTable
CREATE TABLE "box_office_money" (
    "tenant_id" UUID NOT NULL,
    "reservation_id" UUID NOT NULL,
    "source_id" UUID NOT NULL,
    "method" VARCHAR(10) NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "returned_minor" BIGINT NOT NULL,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "box_office_money_pkey" PRIMARY KEY ("tenant_id","reservation_id","source_id")
);

-- Bills that are issued already: their money is asked for. The owner sees the rows of every tenant meanwhile
ALTER TABLE "bill" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "box_office_reservation" ("tenant_id", "reservation_id") SELECT DISTINCT "tenant_id", "reservation_id" FROM "bill"
  WHERE "reservation_id" IS NOT NULL AND "state" IN ('POSTED', 'SENDED', 'PARTIALLY_PAID', 'PAID');
ALTER TABLE "bill" FORCE ROW LEVEL SECURITY;

-- Rights of box_office_reservation
ALTER TABLE "box_office_reservation" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "box_office_reservation" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "box_office_reservation" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE ON "box_office_reservation" TO "sales_app";
CREATE INDEX "box_office_reservation_unread_idx" ON "box_office_reservation" ("tenant_id", "reservation_id") WHERE "reading" = 0;

-- Rights of box_office_money
ALTER TABLE "box_office_money" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "box_office_money" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "box_office_money" TO "sales_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE ON "box_office_money" TO "sales_app";
ALTER TABLE "box_office_money" ADD CONSTRAINT "box_office_money_reservation_fkey" FOREIGN KEY ("tenant_id", "reservation_id") REFERENCES "box_office_reservation" ("tenant_id", "reservation_id");
ALTER TABLE "box_office_money" ADD CONSTRAINT "box_office_money_amounts_check" CHECK ("amount_minor" >= 0 AND "returned_minor" >= 0);
