/** @jest-environment jsdom */
import type { DrawnSeat } from '@coulisse/seat-plan/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { type Actor, ActorProvider, type Api, ApiProvider, createI18n } from '@coulisse/mfe-kit';
import en from '../../locales/en.json';
import fr from '../../locales/fr.json';
import { DeskTotals } from './desk-totals';
import type { DeskFormula } from './desk-types';
import { PlacesSection } from './places-section';
import { SeatLegend } from './seat-legend';
import type { DeskSeats } from './use-desk-seats';
import { useLinkedCustomer } from './use-linked-customer';

const get = jest.fn();
const Around = ({ children }: { children: ReactNode }) => (
  <I18nextProvider i18n={createI18n({ language: 'fr', locales: { ticketing: { fr, en } } })}>
    <ApiProvider api={{ get } as unknown as Api}>
      <ActorProvider actor={{ rights: ['crm.tiers.read'] } as Actor}>
        <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
      </ActorProvider>
    </ApiProvider>
  </I18nextProvider>
);
const show = (part: ReactNode) => render(part, { wrapper: Around });

const seat = (number: string, marks: Partial<DrawnSeat> = {}) =>
  ({
    ...{ id: number, row: 'A', number, tableId: null, categoryId: 'gold', x: 0, y: 0 },
    ...{ isPmr: false, isCompanion: false, state: 'MINE', ...marks },
  }) as DrawnSeat;
const formula = (name: string, minimumNumberOfPeople: number): DeskFormula => ({
  ...{ id: name, name, categoryId: 'gold', priceMinor: 3_333, minimumNumberOfPeople, isDefault: false },
});
const desk = { hold: null, chosen: [], drivers: { allowed: 0, seats: [] } } as unknown as DeskSeats;
const places = (seats: DrawnSeat[]) => {
  const formulas = [formula('Groupe', 8), formula('Plein tarif', 1)];
  const lines = seats.map((each) => ({ seat: each, formula: formulas[1] }));
  show(<PlacesSection {...{ lines, formulas, desk }} needsHold={false} onFormula={jest.fn()} />);
};

test('a formula that is sold to more people says from how many (R-093)', () => {
  places([seat('1'), seat('2')]);
  expect(screen.getAllByRole('option', { name: 'Groupe (dès 8 personnes)' })).toHaveLength(2);
  expect(screen.queryByText(/place PMR/i)).toBeNull();
});

test('what a wheelchair place and its companion’s are for is said when they are chosen', () => {
  places([seat('1', { isPmr: true }), seat('2', { isCompanion: true })]);
  screen.getByText('Place PMR, réservée aux personnes en fauteuil.');
  screen.getByText('Place d’accompagnant d’une place PMR.');
});

test('the legend names companions’ places, which look like any other', () => {
  const seats = [seat('1', { isPmr: true }), seat('2', { isCompanion: true, state: 'FREE' })];
  show(<SeatLegend categories={[]} seats={seats} priceOf={() => undefined} />);
  screen.getByText('Fauteuil roulant');
  expect(screen.getByText(/^Accompagnant/).textContent).toMatch(/\(.*2\)$/);
});

test('the whole of a long name stands in the title of the total', () => {
  const name = 'Abracadabra '.repeat(20).trim();
  show(<DeskTotals prices={null} dueMinor={8_900} name={name} />);
  screen.getByTitle(name);
});

test('the customer of the address is chosen once', async () => {
  get.mockResolvedValue({ id: 't1', name: 'Pons', firstName: 'Marguerite', lastName: 'Pons', addresses: [] });
  const onChosen = jest.fn();
  const { rerender } = renderHook(() => useLinkedCustomer('t1', onChosen), { wrapper: Around });
  await waitFor(() => expect(onChosen).toHaveBeenCalledTimes(1));
  expect(onChosen).toHaveBeenCalledWith(expect.objectContaining({ tiers: 't1', lastName: 'Pons' }));
  rerender();
  expect(onChosen).toHaveBeenCalledTimes(1);
});
