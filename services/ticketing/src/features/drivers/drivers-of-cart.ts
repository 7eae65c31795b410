import { z } from 'zod';
import type { SaleSeat } from '../performance-seats/seats.read-model';

/** Drivers' places in responses of the public: how many the others give a right to, and those that are held. */
export const driversOfCart = z.object({
  allowed: z.int(),
  seats: z.array(
    z.object({
      seatId: z.uuid(),
      row: z.string(),
      number: z.string(),
      tableId: z.string().nullable(),
      categoryName: z.string(),
    }),
  ),
});

export const driverSeatOf = ({ id: seatId, row, number, tableId, categoryName }: SaleSeat) => ({
  ...{ seatId, row, number, tableId, categoryName },
});
