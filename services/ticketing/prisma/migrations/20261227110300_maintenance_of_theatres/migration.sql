-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "is_under_maintenance" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "maintenance_message" TEXT;
