-- CreateEnum
CREATE TYPE "reservation_channel" AS ENUM ('ONLINE', 'BOX_OFFICE');

-- DropIndex
DROP INDEX "reservation_item_tenant_id_reservation_id_seat_id_key";

-- CreateIndex
CREATE INDEX "reservation_item_tenant_id_reservation_id_idx" ON "reservation_item"("tenant_id", "reservation_id");

-- AlterTable
ALTER TABLE "cart" ADD COLUMN     "channel" VARCHAR(12) NOT NULL DEFAULT 'ONLINE';

-- AlterTable
ALTER TABLE "reservation_item" ADD COLUMN     "canceled_at" TIMESTAMPTZ(3),
ADD COLUMN     "discount_minor" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "sale_process" ADD COLUMN     "edition" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "resent_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "reservation_payment" ADD COLUMN     "method" VARCHAR(10);

-- AlterTable
ALTER TABLE "reservation" ADD COLUMN     "channel" "reservation_channel" NOT NULL DEFAULT 'ONLINE',
ALTER COLUMN "customer_email" DROP NOT NULL;

-- A seat that was given back may be taken again by the same reservation.
CREATE UNIQUE INDEX "reservation_item_seat_key" ON "reservation_item" ("tenant_id", "reservation_id", "performance_id", "seat_id") WHERE "canceled_at" IS NULL;
