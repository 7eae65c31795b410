-- A buyer's own list finds their reservations by the address of the account.
CREATE INDEX "reservation_buyer_idx" ON "reservation" ("tenant_id", "customer_email");
