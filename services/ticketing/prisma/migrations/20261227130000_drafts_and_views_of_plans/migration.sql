-- AlterTable
ALTER TABLE "room_plan" ADD COLUMN     "background" JSONB,
ADD COLUMN     "draft" JSONB,
ADD COLUMN     "draft_saved_at" TIMESTAMPTZ(3),
ADD COLUMN     "draft_saved_by" VARCHAR(160),
ADD COLUMN     "published_at" TIMESTAMPTZ(3),
ADD COLUMN     "published_version" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "views" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "performance_plan" ADD COLUMN     "views" JSONB NOT NULL DEFAULT '[]';

-- Every plan until now was sold from as soon as it was saved. Row security has no policy for the owner of the table.
ALTER TABLE "room_plan" NO FORCE ROW LEVEL SECURITY;
UPDATE "room_plan" SET "published_version" = "version", "published_at" = "updated_at";
ALTER TABLE "room_plan" FORCE ROW LEVEL SECURITY;
