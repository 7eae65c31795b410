-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "embedding_origins" TEXT[] DEFAULT ARRAY[]::TEXT[];
