/** Seats of drivers, by the place of a driver that is exchanged. */
export type DriverSeats = Readonly<Record<string, string>>;

/**
 * The new seat of each driver: the chosen one while it is held, else the last of the others in the order of the plan. Nothing
 * before there are seats for all.
 */
export function driverSeatsOf(
  drivers: readonly string[],
  seats: readonly { id: string }[],
  chosen: DriverSeats,
): DriverSeats {
  if (seats.length < drivers.length) return {};
  const free = new Set(seats.map(({ id }) => id));
  const assigned = new Map<string, string>();
  for (const driver of drivers) {
    const seat = chosen[driver];
    if (seat !== undefined && free.delete(seat)) assigned.set(driver, seat);
  }
  const missing = drivers.filter((driver) => !assigned.has(driver));
  const last = missing.length > 0 ? [...free].slice(-missing.length) : [];
  missing.forEach((driver, index) => assigned.set(driver, last[index] ?? ''));
  return Object.fromEntries(assigned);
}

/** Gives a driver a seat; who had it gets the one that becomes free. */
export function withDriverSeat(assigned: DriverSeats, driver: string, seat: string): DriverSeats {
  const before = assigned[driver];
  const other = Object.keys(assigned).find((each) => each !== driver && assigned[each] === seat);
  return {
    ...assigned,
    ...(other !== undefined && before !== undefined && { [other]: before }),
    [driver]: seat,
  };
}
