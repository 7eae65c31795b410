-- AlterTable
ALTER TABLE "performance" ADD COLUMN     "cancelable_until" TIMESTAMPTZ(3);
