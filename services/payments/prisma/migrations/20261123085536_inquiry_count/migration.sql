-- Renamed in one step: only this service reads the table, and no version of it has been released
ALTER TABLE "payment_inquiry" RENAME COLUMN "asked" TO "inquiry_count";
