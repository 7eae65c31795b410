import type { Tx } from '@coulisse/service-kit';
import type { WaitingRoomLimits, WaitingRoomMode } from './waiting-room.domain';

/** A waiting room as staff see it. */
export interface WaitingRoomSummary {
  mode: WaitingRoomMode;
  isOpen: boolean;
  /** Nobody is admitted for a moment, because a process is overloaded. */
  isPaused: boolean;
  waiting: number;
  inside: number;
  buyers: number;
  placesLeft: number | null;
  admittedPerMinute: number;
}

interface SummaryRow {
  mode: WaitingRoomMode;
  buyers: number;
  is_open: boolean;
  is_paused: boolean;
  waiting: number;
  inside: number;
  places_left: number | null;
  pace: number;
}

const SUMMARY = `
SELECT p.waiting_room AS mode, coalesce(p.waiting_room_buyers, $3::int) AS buyers, coalesce(room.is_open, false) AS is_open,
       coalesce(room.paused_until > now(), false) AS is_paused, coalesce(room.waiting, 0) AS waiting,
       coalesce(room.inside, 0) AS inside, room.places_left, coalesce(room.pace, 0) AS pace
FROM performance p
LEFT JOIN waiting_room room ON room.tenant_id = p.tenant_id AND room.performance_id = p.id
WHERE p.tenant_id = $1 AND p.id = $2`;

export async function waitingRoomSummary(
  tx: Tx,
  performanceId: string,
  limits: WaitingRoomLimits,
): Promise<WaitingRoomSummary | null> {
  const { rows } = await tx.sql.query<SummaryRow & Record<string, unknown>>(SUMMARY, [
    tx.tenantId,
    performanceId,
    limits.buyers,
  ]);
  const [row] = rows;
  return row
    ? {
        mode: row.mode,
        isOpen: row.is_open,
        isPaused: row.is_paused,
        waiting: row.waiting,
        inside: row.inside,
        buyers: row.buyers,
        placesLeft: row.places_left,
        admittedPerMinute: Math.round(row.pace * 60),
      }
    : null;
}
