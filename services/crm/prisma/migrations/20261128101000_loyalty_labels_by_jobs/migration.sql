-- DropTable
DROP TABLE "loyalty_state";
