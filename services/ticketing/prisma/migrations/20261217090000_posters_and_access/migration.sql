-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "directions_text" TEXT,
ADD COLUMN     "wheelchair_access_text" TEXT;

-- AlterTable
ALTER TABLE "show" ADD COLUMN     "poster_alt" VARCHAR(200),
ADD COLUMN     "poster_id" UUID,
ADD COLUMN     "poster_label" TEXT;
