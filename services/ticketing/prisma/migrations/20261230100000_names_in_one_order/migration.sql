-- Names of buyers are written with the first name first, as everywhere else. Names that were typed as one text and those of
-- erased people stay as they are. The owner sees the rows of every tenant meanwhile.
ALTER TABLE "reservation" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "gift_voucher" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "waiting_entry" NO FORCE ROW LEVEL SECURITY;
UPDATE "reservation" SET "customer_name" = trim(concat_ws(' ', nullif("customer_fields" ->> 'firstName', ''), nullif("customer_fields" ->> 'lastName', '')))
  WHERE "customer_fields" ->> 'firstName' <> '' AND "customer_name" = trim(concat_ws(' ', "customer_fields" ->> 'lastName', "customer_fields" ->> 'firstName'));
UPDATE "gift_voucher" SET "customer_name" = trim(concat_ws(' ', nullif("customer_fields" ->> 'firstName', ''), nullif("customer_fields" ->> 'lastName', '')))
  WHERE "customer_fields" ->> 'firstName' <> '' AND "customer_name" = trim(concat_ws(' ', "customer_fields" ->> 'lastName', "customer_fields" ->> 'firstName'));
UPDATE "waiting_entry" SET "customer_name" = trim(concat_ws(' ', nullif("first_name", ''), nullif("last_name", '')))
  WHERE "first_name" <> '' AND "customer_name" = trim(concat_ws(' ', "last_name", "first_name"));
ALTER TABLE "reservation" FORCE ROW LEVEL SECURITY;
ALTER TABLE "gift_voucher" FORCE ROW LEVEL SECURITY;
ALTER TABLE "waiting_entry" FORCE ROW LEVEL SECURITY;
