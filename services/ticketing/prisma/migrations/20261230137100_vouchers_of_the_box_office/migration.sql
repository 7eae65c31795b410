-- CreateEnum
CREATE TYPE "gift_voucher_display_mode" AS ENUM ('ALL', 'ADMIN');

-- AlterTable
ALTER TABLE "gift_voucher" ADD COLUMN     "display_mode" "gift_voucher_display_mode" NOT NULL DEFAULT 'ALL';

-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "gauge_used" INTEGER;
