-- CreateEnum
CREATE TYPE "bill_state" AS ENUM ('DRAFT', 'POSTED', 'PAID');

-- AlterTable
ALTER TABLE "gadget" ADD COLUMN     "bic" VARCHAR(11),
ADD COLUMN     "build_time" INTEGER,
ADD COLUMN     "code" VARCHAR(40),
ADD COLUMN     "currency" VARCHAR(3),
ADD COLUMN     "iban" VARCHAR(34),
ADD COLUMN     "language" VARCHAR(2),
ADD COLUMN     "lock_code" BYTEA,
ADD COLUMN     "maker_nir" BYTEA,
ADD COLUMN     "manual_id" UUID,
ADD COLUMN     "manual_label" TEXT,
ADD COLUMN     "margin" DECIMAL(14,2),
ADD COLUMN     "photo_id" UUID,
ADD COLUMN     "photo_label" TEXT,
ADD COLUMN     "siren" VARCHAR(9),
ADD COLUMN     "siret" VARCHAR(14),
ADD COLUMN     "story" TEXT,
ADD COLUMN     "vat_number" VARCHAR(16);

-- AlterTable
ALTER TABLE "gadget_parts" ADD COLUMN     "serial" BYTEA;

-- AlterTable
ALTER TABLE "shelf" ADD COLUMN     "position" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "bill" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "state" "bill_state" NOT NULL DEFAULT 'DRAFT',
    "code" VARCHAR(40),
    "total_ht" DECIMAL(14,2),
    "total_vat" DECIMAL(14,2),
    "total_ttc" DECIMAL(14,2),
    "title" VARCHAR(255) NOT NULL,
    "paid" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "bill_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bill_items" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "label" VARCHAR(255) NOT NULL,
    "quantity" DECIMAL(18,4) NOT NULL DEFAULT 1,
    "unit_price" DECIMAL(18,4) NOT NULL,
    "discount" DECIMAL(7,4),
    "vat_rate" DECIMAL(7,4) NOT NULL,

    CONSTRAINT "bill_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "check" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "gadget_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "passed" BOOLEAN NOT NULL DEFAULT false,
    "remark" VARCHAR(255),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "check_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "bill_tenant_id_created_at_id_idx" ON "bill"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "bill_tenant_id_id_key" ON "bill"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "bill_tenant_id_code_key" ON "bill"("tenant_id", "code");

-- CreateIndex
CREATE INDEX "bill_items_tenant_id_parent_id_position_idx" ON "bill_items"("tenant_id", "parent_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "bill_items_tenant_id_id_key" ON "bill_items"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "check_tenant_id_gadget_id_idx" ON "check"("tenant_id", "gadget_id");

-- CreateIndex
CREATE INDEX "check_tenant_id_day_id_idx" ON "check"("tenant_id", "day", "id");

-- CreateIndex
CREATE UNIQUE INDEX "check_tenant_id_id_key" ON "check"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "check_gadget_id_day_key" ON "check"("tenant_id", "gadget_id", "day");

-- CreateIndex
CREATE UNIQUE INDEX "gadget_tenant_id_code_key" ON "gadget"("tenant_id", "code");

-- AddForeignKey
ALTER TABLE "bill_items" ADD CONSTRAINT "bill_items_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "bill"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "check" ADD CONSTRAINT "check_tenant_id_gadget_id_fkey" FOREIGN KEY ("tenant_id", "gadget_id") REFERENCES "gadget"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Rights of bill
ALTER TABLE "bill" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "bill" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "bill" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "bill" TO "sample_app";

-- Rights of bill_items
ALTER TABLE "bill_items" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "bill_items" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "bill_items" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "bill_items" TO "sample_app";

-- Rights of check
ALTER TABLE "check" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "check" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant" ON "check" TO "sample_app" USING ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)) WITH CHECK ("tenant_id" = (SELECT nullif(current_setting('app.tenant', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON "check" TO "sample_app";
