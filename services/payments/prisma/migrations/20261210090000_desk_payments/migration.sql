-- CreateEnum
CREATE TYPE "payment_method" AS ENUM ('CARD', 'CASH', 'CHEQUE', 'TRANSFER');

-- AlterEnum
ALTER TYPE "payment_provider" ADD VALUE 'DESK';

-- AlterEnum
ALTER TYPE "payment_refund_reason" ADD VALUE 'CHANGED';

-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "method" "payment_method" NOT NULL DEFAULT 'CARD';
