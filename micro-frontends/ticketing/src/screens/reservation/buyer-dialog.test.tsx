/** @jest-environment jsdom */
import '@coulisse/resource-samples/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { type Actor, ActorProvider, type Api, ApiProvider, createI18n } from '@coulisse/mfe-kit';
import { resourceLocales } from '@coulisse/resource-ui/locales';
import { ToastProvider } from '@coulisse/ui-kit';
import en from '../../locales/en.json';
import fr from '../../locales/fr.json';
import { BuyerDialog } from './buyer-dialog';

const CLIENT = {
  id: '7d3c7a1e-6a8e-4c62-8a3f-000000000001',
  name: 'Comité Renard',
  email: 'ce@renard.example',
};
const NEW = '7d3c7a1e-6a8e-4c62-8a3f-000000000002';

const open = (tiers: string | null = null, rights = ['*']) => {
  const sent: { path: string; body: unknown }[] = [];
  const api = {
    get: async () => ({ items: [CLIENT] }),
    post: async (path: string, body: unknown) => {
      sent.push({ path, body });
      return { id: NEW };
    },
  } as unknown as Api;
  const record = {
    ...{ id: 'r1', version: 3, state: 'PRE_RESERVATION', customerEmail: 'ce@renard.example' },
    customerFields: { lastName: 'Comité Renard' },
  };
  render(
    <I18nextProvider
      i18n={createI18n({ language: 'en', locales: { resource: resourceLocales, ticketing: { fr, en } } })}
    >
      <ApiProvider api={api}>
        <ActorProvider actor={{ rights } as unknown as Actor}>
          <QueryClientProvider client={new QueryClient()}>
            <ToastProvider>
              <BuyerDialog
                record={record as never}
                descriptor={{ path: '/reservations' } as never}
                tiers={tiers}
                reload={() => undefined}
                onClose={() => undefined}
              />
            </ToastProvider>
          </QueryClientProvider>
        </ActorProvider>
      </ApiProvider>
    </I18nextProvider>,
  );
  return sent;
};
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const changedTo = (tiers: string | null) => ({
  path: '/reservations/r1/edit-customer',
  body: {
    version: 3,
    customer: { lastName: 'Comité Renard', firstName: '', email: 'ce@renard.example', telephone: '' },
    tiers,
  },
});

test('a buyer without a record is found among the clients', async () => {
  const sent = open();
  fireEvent.click(await screen.findByLabelText('Comité Renard · ce@renard.example'));
  save();
  await waitFor(() => expect(sent).toEqual([changedTo(CLIENT.id)]));
});

test('a new record is made first, of what was typed', async () => {
  const sent = open();
  fireEvent.click(screen.getByLabelText('Create the record'));
  save();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[0]?.body).toEqual({
    kind: 'particular',
    lastName: 'Comité Renard',
    email: 'ce@renard.example',
  });
  expect(sent[1]).toEqual(changedTo(NEW));
});

test('a buyer with a record keeps it', async () => {
  const sent = open(CLIENT.id);
  expect(screen.queryByLabelText('Create the record')).toBeNull();
  save();
  await waitFor(() => expect(sent).toEqual([changedTo(CLIENT.id)]));
});

test('nobody sees clients without the right to read them', () => {
  open(null, ['ticketing.reservation.sell']);
  expect(screen.queryByRole('radio')).toBeNull();
});
