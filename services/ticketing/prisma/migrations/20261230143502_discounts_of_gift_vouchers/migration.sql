-- AlterTable
ALTER TABLE "gift_voucher" ADD COLUMN     "discount" DECIMAL(14,2),
ADD COLUMN     "discount_percentage" DECIMAL(7,4);
