-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "contact_email" VARCHAR(254);
