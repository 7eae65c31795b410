-- AlterTable
ALTER TABLE "saas_customer" ADD COLUMN     "time_zone" VARCHAR(64) NOT NULL DEFAULT 'Europe/Paris';
