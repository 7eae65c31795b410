-- CreateEnum
CREATE TYPE "settings_front_font" AS ENUM ('PLAYFAIR_DISPLAY', 'CORMORANT', 'MONTSERRAT', 'OSWALD');

-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "front_font" "settings_front_font";
