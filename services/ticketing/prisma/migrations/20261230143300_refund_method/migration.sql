-- AlterTable
ALTER TABLE "reservation_refund" ADD COLUMN     "method" VARCHAR(10);

-- AlterTable
ALTER TABLE "gift_voucher_refund" ADD COLUMN     "method" VARCHAR(10);
