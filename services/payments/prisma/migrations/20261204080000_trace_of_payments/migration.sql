-- AlterTable
ALTER TABLE "payment_reference" ADD COLUMN     "traceparent" VARCHAR(55);
