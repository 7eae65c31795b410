-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "online_cancellation_hours" INTEGER;
