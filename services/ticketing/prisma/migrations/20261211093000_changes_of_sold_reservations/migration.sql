-- AlterTable
ALTER TABLE "reservation_item" ADD COLUMN     "cancel_cause" VARCHAR(10);
