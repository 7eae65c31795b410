-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "wallet_certificate" BYTEA;
