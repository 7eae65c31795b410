-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "gift_voucher_id" UUID,
ALTER COLUMN "reservation_id" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "payment_tenant_id_gift_voucher_id_idx" ON "payment"("tenant_id", "gift_voucher_id");

-- Every row of earlier releases has a reservation.
ALTER TABLE "payment" ADD CONSTRAINT "payment_subject_check" CHECK (num_nonnulls("reservation_id", "gift_voucher_id") = 1);
