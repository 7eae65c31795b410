-- CreateEnum
CREATE TYPE "settings_online_exchange_surplus" AS ENUM ('REFUND', 'KEEP');

-- AlterTable
ALTER TABLE "sale_process" ADD COLUMN     "is_withheld" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "online_exchange_hours" INTEGER,
ADD COLUMN     "online_exchange_surplus" "settings_online_exchange_surplus" NOT NULL DEFAULT 'REFUND';
