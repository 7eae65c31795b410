-- CreateTable
CREATE TABLE "declared_right" (
    "service" VARCHAR(40) NOT NULL,
    "right" VARCHAR(120) NOT NULL,
    "position" INTEGER NOT NULL,
    "scopes" VARCHAR(4)[],
    "subject_fr" VARCHAR(200) NOT NULL,
    "subject_en" VARCHAR(200) NOT NULL,
    "label_fr" VARCHAR(200),
    "label_en" VARCHAR(200),

    CONSTRAINT "declared_right_pkey" PRIMARY KEY ("service","right")
);

-- Rights of declared_right
GRANT SELECT, INSERT, DELETE ON "declared_right" TO "identity_platform";

-- Rights of the platform on the records of tenants were never a tenant's to grant. The table's owner is subject to row security, too.
ALTER TABLE "role_grants" NO FORCE ROW LEVEL SECURITY;
DELETE FROM "role_grants" WHERE "right" LIKE 'identity.saas-customer.%';
ALTER TABLE "role_grants" FORCE ROW LEVEL SECURITY;
