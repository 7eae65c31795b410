/** @jest-environment jsdom */
import { describedResource } from '@coulisse/resource-samples/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { type Api, ApiProblem, ApiProvider, createI18n } from '@coulisse/mfe-kit';
import { resourceLocales } from '@coulisse/resource-ui/locales';
import { ToastProvider } from '@coulisse/ui-kit';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import { RefundDialog } from './payment/refund-dialog';
import PerformanceForm from './performances/performance-form';

const FORM = ['ticketing.formula', 'ticketing.performance', 'ticketing.room', 'ticketing.show'];
const LISTS: Record<string, unknown[]> = {
  'ticketing.show': [{ id: 's1', name: 'Cyrano' }],
  'ticketing.room': [
    { id: 'r1', name: 'Grande salle' },
    { id: 'r2', name: 'Studio' },
  ],
  'ticketing.formula': [{ id: 'f1', name: 'Soirée' }],
  'r1/plans': [{ id: 'p1', name: 'Frontal', seatCount: 200, categoryIds: [], publishedVersion: 1 }],
  'r2/plans': [],
};

const ORIGINAL = {
  ...{
    id: 'o1',
    name: 'Cyrano · 12/11/2031 15:00',
    date: '2031-11-12',
    show: { id: 's1' },
    room: { id: 'r1' },
  },
  ...{ planId: 'p1', mealTimes: [], showTimes: ['15:00', '20:30'], formulas: [{ id: 'f1' }] },
  ...{ activeReservation: 'ADMIN', isMultiFormule: false, isComfortPlacement: true, waitingRoomBuyers: null },
  ...{ isCancelled: true, isComplete: true, onlineReservationDeadline: '2031-11-12T10:00:00Z' },
};

/** Renders a form over an API that answers its lists; `write` answers the rest. */
const open = (
  element: ReactElement,
  write: (body: unknown) => unknown = () => ({ id: 'new' }),
  at: { path: string; address: string } = { path: '*', address: '/' },
) => {
  const sent: unknown[] = [];
  const api = {
    get: async (path: string) =>
      path.endsWith('/ticketing.performance/o1')
        ? ORIGINAL
        : {
            items: Object.entries(LISTS).find(([name]) => new RegExp(`${name}(\\?|$)`).test(path))?.[1] ?? [],
          },
    post: async (_path: string, body: unknown) => {
      sent.push(body);
      return write(body);
    },
  } as unknown as Api;
  const client = new QueryClient();
  client.setQueryData(['resources'], FORM.map(describedResource));
  render(
    <I18nextProvider
      i18n={createI18n({ language: 'en', locales: { resource: resourceLocales, ticketing: { fr, en } } })}
    >
      <ApiProvider api={api}>
        <QueryClientProvider client={client}>
          <ToastProvider>
            <RouterProvider
              router={createMemoryRouter(
                [
                  { path: at.path, element },
                  { path: '/configuration/spectacles/*', element: null },
                ],
                { initialEntries: [at.address] },
              )}
            />
          </ToastProvider>
        </QueryClientProvider>
      </ApiProvider>
    </I18nextProvider>,
  );
  return sent;
};
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('a new performance', () => {
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

  test('wrong values are named at their fields, and nothing is sent', async () => {
    const sent = open(<PerformanceForm />);
    await screen.findByText('Frontal (200 seats)');
    type(/^Show times/, 'soon');
    type(/^Room/, 'r2');
    await screen.findByText('This room has no published plan');
    fireEvent.click(screen.getByLabelText('Soirée'));
    save();
    await screen.findByText('4 things to correct');
    expect(screen.getByText('Choose a date.')).toBeDefined();
    expect(screen.getByText('Write times such as 20:30.')).toBeDefined();
    expect(screen.getByText('Choose a plan: its seats will be put on sale.')).toBeDefined();
    expect(screen.getByText('Choose at least one package.')).toBeDefined();
    expect(sent).toEqual([]);
  });

  test('is sent with its times as a list, the plan of its room and its formulas', async () => {
    const sent = open(<PerformanceForm />);
    await screen.findByText('Frontal (200 seats)');
    const date = screen.getByLabelText(/^Date/);
    fireEvent.input(date, { target: { value: '12/11/2031' } });
    fireEvent.blur(date);
    type(/^Show times/, '15h00, 20:30');
    fireEvent.change(screen.getByLabelText(/^Who can book/), { target: { value: 'ADMIN' } });
    save();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      ...{ show: 's1', date: '2031-11-12', room: 'r1', planId: 'p1' },
      ...{ mealTimes: [], showTimes: ['15:00', '20:30'], formulas: ['f1'], isMultiFormule: true },
      ...{ activeReservation: 'ADMIN', displayCalendar: 'ADMIN' },
    });
  });
});

describe('a copy of a performance', () => {
  test('waits for its date; its settings are taken over, but not what became of the other one', async () => {
    const sent = open(<PerformanceForm />, undefined, {
      ...{ path: '/configuration/representations/:id/duplicate' },
      address: '/configuration/representations/o1/duplicate',
    });
    await screen.findByRole('heading', { name: 'Copy of Cyrano · Wed 12 Nov 2031 15:00' });
    await screen.findByText('Frontal (200 seats)');
    const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    save();
    await screen.findByText('Choose a date.');
    expect(sent).toEqual([]);
    const date = screen.getByLabelText(/^Date/);
    fireEvent.input(date, { target: { value: '12/12/2031' } });
    fireEvent.blur(date);
    save();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      ...{ show: 's1', date: '2031-12-12', room: 'r1', planId: 'p1' },
      ...{ mealTimes: [], showTimes: ['15:00', '20:30'], formulas: ['f1'], isMultiFormule: false },
      ...{ activeReservation: 'ADMIN', displayCalendar: 'ADMIN', isComfortPlacement: true },
    });
  });
});

describe('a refund', () => {
  const dialog = (onDone: () => void) => (
    <RefundDialog
      record={{ id: 'pay1', amountToRefund: '12.50', method: 'CHEQUE' }}
      descriptor={describedResource('ticketing.payment')}
      onClose={jest.fn()}
      onDone={onDone}
    />
  );
  const save = () => fireEvent.click(screen.getByTestId('refund-save'));

  test('is sent as typed, its amount as a number, as the payment came in', async () => {
    const onDone = jest.fn();
    const sent = open(dialog(onDone));
    type(/^Amount/, ' 12,40 ');
    type(/^Reference/, 'VIR-7');
    save();
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(sent).toEqual([
      {
        ...{ amount: '12.40', method: 'CHEQUE', reference: 'VIR-7', note: '' },
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    ]);
  });

  test('in cash needs no reference', () => {
    open(dialog(jest.fn()));
    const reference = () => screen.getByLabelText(/^Reference/);
    expect(reference().getAttribute('aria-required')).toBe('true');
    fireEvent.change(screen.getByLabelText(/^Method/), { target: { value: 'CASH' } });
    expect(reference().getAttribute('aria-required')).not.toBe('true');
  });

  test('a refused one keeps its values, with the reason at its field', async () => {
    const sent = open(dialog(jest.fn()), () => {
      throw new ApiProblem(422, { errors: [{ pointer: '/amount', code: 'x', detail: 'Too much.' }] });
    });
    type(/^Amount/, '99');
    save();
    await screen.findByText('Too much.');
    expect(screen.getByLabelText(/^Amount/)).toHaveProperty('value', '99');
    expect(sent).toHaveLength(1);
  });
});
