-- What is derived stands aside
DROP VIEW "reservation_line";

-- AlterTable
ALTER TABLE "reservation_item" ADD COLUMN     "is_driver" BOOLEAN NOT NULL DEFAULT false;

-- What is derived
CREATE VIEW "reservation_line" WITH (security_invoker = true) AS SELECT i."id", i."tenant_id", 1 AS "version", i."reservation_id", i."performance_id", i."formula_id", i."category_name", l."number_of_places", l."seats", l."driver_seats", l."total_ttc", coalesce(o."options", '{}') AS "options", r."created_at", r."updated_at" FROM "reservation_item" i JOIN "reservation" r ON r."tenant_id" = i."tenant_id" AND r."id" = i."reservation_id" CROSS JOIN LATERAL (SELECT count(*)::int AS "number_of_places", coalesce(array_agg(s."label"::text ORDER BY k."position") FILTER (WHERE s."label" IS NOT NULL AND NOT k."is_driver"), '{}') AS "seats", coalesce(array_agg(s."label"::text ORDER BY k."position") FILTER (WHERE s."label" IS NOT NULL AND k."is_driver"), '{}') AS "driver_seats", round(sum(k."price_minor" - k."discount_minor") / 100.0, 2) AS "total_ttc" FROM "reservation_item" k LEFT JOIN "performance_seat" s ON s."tenant_id" = k."tenant_id" AND s."performance_id" = k."performance_id" AND s."id" = k."seat_id" WHERE k."tenant_id" = i."tenant_id" AND k."reservation_id" = i."reservation_id" AND k."formula_id" = i."formula_id" AND k."canceled_at" IS NULL) l LEFT JOIN LATERAL (SELECT array_agg(b."name" || CASE WHEN b."quantity" > 1 THEN ' × ' || b."quantity" ELSE '' END ORDER BY b."position") AS "options" FROM "reservation_option" b WHERE b."tenant_id" = i."tenant_id" AND b."reservation_id" = i."reservation_id" AND b."formula_id" = i."formula_id" AND b."canceled_at" IS NULL) o ON true WHERE i."canceled_at" IS NULL AND NOT EXISTS (SELECT 1 FROM "reservation_item" e WHERE e."tenant_id" = i."tenant_id" AND e."reservation_id" = i."reservation_id" AND e."formula_id" = i."formula_id" AND e."canceled_at" IS NULL AND (e."position", e."id") < (i."position", i."id"));
GRANT SELECT ON "reservation_line" TO "ticketing_app";

-- Drivers pay nothing
ALTER TABLE "reservation_item" ADD CONSTRAINT "reservation_item_driver_check" CHECK (NOT "is_driver" OR "price_minor" = 0);
