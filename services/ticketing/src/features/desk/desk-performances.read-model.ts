import type { OfferedOption } from '../options/option-choice.domain';
import type { Tx } from '@coulisse/service-kit';
import type { Formula } from '../checkout/pricing.domain';
import { ON_SALE_AT_DESK, saleOfferWith } from '../catalogue/sale-terms.read-model';

/** A performance as the desk offers it. */
export interface DeskPerformance {
  id: string;
  show: { id: string; name: string };
  room: string;
  date: string;
  startsAt: string;
  mealTimes: string[];
  showTimes: string[];
  placesAvailable: number;
  placesRemaining: number;
  /** False when it is closed at the desk too. */
  onSale: boolean;
}

interface Row extends Record<string, unknown> {
  id: string;
  show_id: string;
  show_name: string;
  room: string;
  date: string;
  starts_at: Date;
  meal_times: string[];
  show_times: string[];
  places: number;
  remaining: number;
  on_sale: boolean;
}

const PERFORMANCES = `
SELECT p.id, s.id AS show_id, s.name AS show_name, m.name AS room, to_char(p.date, 'YYYY-MM-DD') AS date, p.starts_at,
       p.meal_times, p.show_times, coalesce(p.places_available, 0) AS places, ${ON_SALE_AT_DESK} AS on_sale,
       greatest(0, coalesce(p.places_available, 0) - (SELECT count(*) FROM seat_claim c WHERE c.tenant_id = p.tenant_id
         AND c.performance_id = p.id AND (c.state = 'SOLD' OR c.expires_at > now())))::int AS remaining
FROM performance p
JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
JOIN room m ON m.tenant_id = p.tenant_id AND m.id = p.room_id
LEFT JOIN tenant_profile t ON t.tenant_id = p.tenant_id
WHERE p.tenant_id = $1`;

const performanceOf = (row: Row): DeskPerformance => ({
  id: row.id,
  show: { id: row.show_id, name: row.show_name },
  room: row.room,
  date: row.date,
  startsAt: row.starts_at.toISOString(),
  mealTimes: row.meal_times,
  showTimes: row.show_times,
  placesAvailable: row.places,
  placesRemaining: row.remaining,
  onSale: row.on_sale,
});

/** The next performances, soonest first: of one show, or of all; those that the public does not see too. */
export async function deskPerformances(
  tx: Tx,
  { show, limit }: { show: string | null; limit: number },
): Promise<DeskPerformance[]> {
  const { rows } = await tx.sql.query<Row>(
    `${PERFORMANCES} AND p.starts_at > now() - interval '12 hours' AND ($2::uuid IS NULL OR s.id = $2::uuid)
     ORDER BY p.starts_at, p.id LIMIT $3`,
    [tx.tenantId, show, limit],
  );
  return rows.map(performanceOf);
}

/** A performance with what the desk sells for it. */
export interface DeskTerms extends DeskPerformance {
  isMultiFormule: boolean;
  formulas: Formula[];
  options: (OfferedOption & { formulaId: string })[];
}

/** One performance with the formulas and options that the desk sells; null when there is none. */
export async function deskPerformance(tx: Tx, id: string): Promise<DeskTerms | null> {
  const { terms, offered, result } = await saleOfferWith(
    tx,
    id,
    { name: 'desk-performance', text: `${PERFORMANCES} AND p.id = $2`, values: [tx.tenantId, id] },
    'BOX_OFFICE',
  );
  const [row] = (result?.rows ?? []) as Row[];
  if (!row || !terms) return null;
  const { isMultiFormule, formulas } = terms;
  const options = formulas.flatMap(({ id: formulaId }) =>
    (offered.get(formulaId) ?? []).map((option) => ({ formulaId, ...option })),
  );
  return { ...performanceOf(row), isMultiFormule, formulas, options };
}
