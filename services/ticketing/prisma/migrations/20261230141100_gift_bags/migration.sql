-- AlterTable
ALTER TABLE "gift_voucher" ADD COLUMN     "gift_bag_contents" VARCHAR(600),
ADD COLUMN     "gift_bag_ttc" DECIMAL(14,2),
ADD COLUMN     "has_gift_bag" BOOLEAN NOT NULL DEFAULT false;
