-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "online_payment_link_hours" INTEGER;
