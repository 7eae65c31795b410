-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "google_wallet_issuer" VARCHAR(25),
ADD COLUMN     "google_wallet_key" BYTEA;
