-- AlterTable
ALTER TABLE "bill" ADD COLUMN     "reservation_id" UUID;

-- AlterTable
ALTER TABLE "quote" ADD COLUMN     "reservation_id" UUID;

-- CreateIndex
CREATE INDEX "bill_tenant_id_reservation_id_idx" ON "bill"("tenant_id", "reservation_id");

-- CreateIndex
CREATE INDEX "quote_tenant_id_reservation_id_idx" ON "quote"("tenant_id", "reservation_id");
