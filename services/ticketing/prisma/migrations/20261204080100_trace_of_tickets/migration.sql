-- AlterTable
ALTER TABLE "ticket" ADD COLUMN     "traceparent" VARCHAR(55);
