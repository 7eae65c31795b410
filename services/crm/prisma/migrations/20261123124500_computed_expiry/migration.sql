-- The columns of computed fields were dropped by 20261121190910; the type of one was still used by its expression.
DROP TYPE "tiers_expires_in";
