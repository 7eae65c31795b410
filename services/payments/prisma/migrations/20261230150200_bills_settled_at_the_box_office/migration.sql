-- AlterTable
ALTER TABLE "payable_bill" ADD COLUMN     "box_office_minor" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "box_office_revision" INTEGER NOT NULL DEFAULT 0;
