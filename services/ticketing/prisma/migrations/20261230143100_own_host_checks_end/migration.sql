-- AlterTable
ALTER TABLE "own_host" ADD COLUMN     "checks_end" TIMESTAMPTZ(3);

-- Hosts that wait are looked for during seven days from now on. Row security is lifted from its owner for the time of this change.
ALTER TABLE "own_host" NO FORCE ROW LEVEL SECURITY;
UPDATE "own_host" SET "checks_end" = now() + interval '7 days' WHERE "state" = 'WAITING';
ALTER TABLE "own_host" FORCE ROW LEVEL SECURITY;
