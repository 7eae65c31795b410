import { callOk } from '../support/public-api';
import { ADMINISTRATOR } from '../support/staff';
import { tokenOf } from '../support/stack';

const PATH = '/b/api/configuration/representations';
const DAY_MS = 86_400_000;
/** Days from today, later than those of the demo data. */
const FIRST_DAY = 40;

interface Performance {
  id: string;
  show: { id: string };
  room: { id: string };
  planId: string;
  formulas: { id: string }[];
}

/** Adds performances like the next one: a long run sells more seats than the demo data has. */
export async function addPerformances(count: number): Promise<void> {
  const token = await tokenOf(ADMINISTRATOR);
  const today = new Date().toISOString().slice(0, 10);
  const { items } = await callOk<{ items: { id: string }[] }>(`${PATH}?f.date.gte=${today}`, { token });
  if (!items[0]) throw new Error('there is no performance to make others like');
  const { show, room, planId, formulas } = await callOk<Performance>(`${PATH}/${items[0].id}`, { token });
  for (let n = 0; n < count; n += 1)
    await callOk(PATH, {
      token,
      body: {
        show: show.id,
        room: room.id,
        planId,
        formulas: formulas.map(({ id }) => id),
        date: new Date(Date.now() + (FIRST_DAY + n) * DAY_MS).toISOString().slice(0, 10),
        mealTimes: [],
        showTimes: ['20:30'],
        activeReservation: 'ALL',
        displayCalendar: 'ALL',
        isMultiFormule: true,
      },
    });
}
