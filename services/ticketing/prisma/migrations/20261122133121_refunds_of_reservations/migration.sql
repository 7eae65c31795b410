-- AlterTable
ALTER TABLE "reservation_payment" ADD COLUMN     "refund_reason" VARCHAR(30),
ADD COLUMN     "refunded_at" TIMESTAMPTZ(3),
ADD COLUMN     "refunded_minor" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "to_refund_minor" INTEGER NOT NULL DEFAULT 0;

-- A sale that was made and then cancelled
ALTER TABLE "sale_process" DROP CONSTRAINT "sale_process_outcome_check";
ALTER TABLE "sale_process" ADD CONSTRAINT "sale_process_outcome_check" CHECK ("outcome" IN ('PENDING', 'VALIDATED', 'REFUSED', 'CANCELLED', 'REFUND', 'VOIDED'));
UPDATE "sale_process" s SET "outcome" = 'VOIDED' FROM "reservation" r
WHERE r."tenant_id" = s."tenant_id" AND r."id" = s."reservation_id" AND r."state" = 'CANCELED' AND s."outcome" = 'VALIDATED';
