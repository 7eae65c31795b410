import { callOk } from './public-api';
import { performanceOnSale } from './sale';

const PERFORMANCES = '/b/api/configuration/representations';

interface StaffPerformance {
  id: string;
  version: number;
  show: { id: string };
  room: { id: string };
  planId: string;
  formulas: { id: string }[];
}

/** A performance of its own in a year or so, made as one that is on sale: buyers of other tests are not there. */
export async function newPerformance(token: string, values: object, slug?: string): Promise<string> {
  const model = await callOk<StaffPerformance>(`${PERFORMANCES}/${await performanceOnSale(slug)}`, { token });
  const date = new Date(Date.now() + 300 * 86_400_000 + Math.floor(Math.random() * 300) * 86_400_000);
  const { id } = await callOk<{ id: string }>(PERFORMANCES, {
    token,
    body: {
      show: model.show.id,
      room: model.room.id,
      planId: model.planId,
      formulas: model.formulas.map((formula) => formula.id),
      date: date.toISOString().slice(0, 10),
      mealTimes: [],
      showTimes: ['20:30'],
      ...values,
    },
  });
  return id;
}

export async function changePerformance(token: string, id: string, values: object): Promise<void> {
  const { version } = await callOk<StaffPerformance>(`${PERFORMANCES}/${id}`, { token });
  const headers = { 'if-match': `"${version}"` };
  await callOk(`${PERFORMANCES}/${id}`, { token, method: 'PATCH', body: values, headers });
}
