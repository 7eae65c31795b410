/** How a performance is placed and sold, apart from the fields of the form. */
const SETTINGS = [
  'automaticPlacement',
  'isComfortPlacement',
  'categoryUpgradeIfPlaceAvailable',
  'barPreOrderAuthorization',
  'blockExisting',
  'waitingRoom',
  'waitingRoomBuyers',
  'costHTExtra',
] as const;

/** A performance as far as a copy takes it over: not its date, its sale so far, or its cancellation. */
export interface CopiedPerformance extends Partial<Record<(typeof SETTINGS)[number], unknown>> {
  name: string;
  show: { id: string };
  room: { id: string };
  planId: string;
  mealTimes: string[] | null;
  showTimes: string[] | null;
  formulas: { id: string }[] | null;
  activeReservation: string;
  isMultiFormule: boolean | null;
}

/** The values of the form for a copy; its date is to be chosen. */
export const valuesOf = ({
  show,
  room,
  planId,
  mealTimes,
  showTimes,
  formulas,
  ...sale
}: CopiedPerformance) => ({
  ...{ show: show.id, room: room.id, planId },
  mealTimes: (mealTimes ?? []).join(', '),
  showTimes: (showTimes ?? []).join(', '),
  formulas: formulas?.length ? formulas.map(({ id }) => id) : null,
  activeReservation: sale.activeReservation,
  isMultiFormule: sale.isMultiFormule === true,
});

/** Settings that a copy takes over; values that the user may not see are not there. */
export const settingsOf = (original: CopiedPerformance): Partial<CopiedPerformance> =>
  Object.fromEntries(
    SETTINGS.flatMap((name) =>
      original[name] === undefined || original[name] === null ? [] : [[name, original[name]]],
    ),
  );
