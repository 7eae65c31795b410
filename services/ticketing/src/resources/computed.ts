/** First time of a performance: of the show, or of the meal when there is no show. */
const FIRST_TIME = `(SELECT min(one) FROM unnest(CASE WHEN cardinality(t.show_times) > 0 THEN t.show_times ELSE t.meal_times END) AS one)`;

/**
 * Values that the database computes at each read, over the row t. They depend on other rows, so a stored copy could be
 * wrong. Their columns are dropped by the migration.
 */
export const computed = {
  'ticketing.performance': {
    name: `(SELECT s.name FROM show s WHERE s.tenant_id = t.tenant_id AND s.id = t.show_id)
      || ' · ' || to_char(t.date, 'DD/MM/YYYY') || coalesce(' ' || ${FIRST_TIME}, '')`,
    placesRemaining: `greatest(0, t.places_available - (SELECT count(*) FROM seat_claim c WHERE c.tenant_id = t.tenant_id
      AND c.performance_id = t.id AND (c.state = 'SOLD' OR c.expires_at > now())))::int`,
  },
};
