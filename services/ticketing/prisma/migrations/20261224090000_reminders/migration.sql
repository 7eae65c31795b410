-- AlterTable
ALTER TABLE "sale_process" ADD COLUMN     "reminded_of" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "days_before_to_remind_reservation" INTEGER;
