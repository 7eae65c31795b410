-- The date of the last number of each series and period, where numbers follow the order of dates: a bill is not dated before
-- the one with the number before it. docs/adr/0045-number-formats-are-rows-of-the-tenant.md
ALTER TABLE kit.number_series ADD COLUMN last_on DATE;
