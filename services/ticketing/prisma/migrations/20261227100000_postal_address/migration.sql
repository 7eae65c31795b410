-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "asks_postal_address" BOOLEAN NOT NULL DEFAULT false;
