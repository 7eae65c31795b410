-- AlterTable
ALTER TABLE "cart" ADD COLUMN     "driver_seats" UUID[] DEFAULT ARRAY[]::UUID[];

-- AlterTable
ALTER TABLE "formula" ADD COLUMN     "places_per_driver" INTEGER NOT NULL DEFAULT 20;
