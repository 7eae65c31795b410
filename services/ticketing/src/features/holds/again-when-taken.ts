import { Problem } from '@coulisse/service-kit';

const ATTEMPTS = 12;
const TAKEN_MEANWHILE: ReadonlySet<string> = new Set([
  'reservation.seat-already-reserved',
  'reservation.seats-no-longer-available',
]);

/**
 * Holds seats that the system chooses, and chooses again when another buyer was faster. Each attempt is a transaction of its
 * own: one fails only when another buyer succeeded.
 *
 * @param hold Chooses and holds; gets the number of the attempt, from 0.
 */
export async function againWhenTaken<T>(hold: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await hold(attempt);
    } catch (error) {
      const isConflict = error instanceof Problem && TAKEN_MEANWHILE.has(error.code);
      if (!isConflict || attempt + 1 >= ATTEMPTS) throw error;
    }
  }
}
