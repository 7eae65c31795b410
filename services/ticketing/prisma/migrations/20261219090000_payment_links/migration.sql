-- AlterTable
ALTER TABLE "sale_process" ADD COLUMN     "payment_link_at" TIMESTAMPTZ(3);
