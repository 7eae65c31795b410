-- AlterTable
ALTER TABLE "show" ADD COLUMN     "whole_tables" BOOLEAN NOT NULL DEFAULT false;
