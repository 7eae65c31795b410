/** @jest-environment jsdom */
import { describedResource } from '@coulisse/resource-samples/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { type Api, ApiProblem, ApiProvider, createI18n } from '@coulisse/mfe-kit';
import { resourceLocales } from '@coulisse/resource-ui/locales';
import { ToastProvider } from '@coulisse/ui-kit';
import en from '../../locales/en.json';
import fr from '../../locales/fr.json';
import { NoteDialog } from './note-dialog';
import type { Note } from './notes';

const RECORD = { id: 'r1', version: 3, comment: 'Near the stage', quoteDate: '2031-11-12' };

const open = (note: Note, answer: () => unknown = () => undefined) => {
  const sent: unknown[] = [];
  const [reload, onClose] = [jest.fn(), jest.fn()];
  const post = async (path: string, body: unknown) => {
    sent.push([path.split('/').at(-1), body]);
    return answer();
  };
  render(
    <I18nextProvider
      i18n={createI18n({ language: 'en', locales: { resource: resourceLocales, ticketing: { fr, en } } })}
    >
      <ApiProvider api={{ post } as unknown as Api}>
        <QueryClientProvider client={new QueryClient()}>
          <ToastProvider>
            <NoteDialog
              {...{ note, record: RECORD, reload, onClose }}
              descriptor={describedResource('ticketing.reservation')}
            />
          </ToastProvider>
        </QueryClientProvider>
      </ApiProvider>
    </I18nextProvider>,
  );
  return { sent, reload, onClose };
};
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

test('a comment is sent with the version that was read', async () => {
  const { sent, reload, onClose } = open('comment');
  fireEvent.change(screen.getByLabelText(/^Comment/), { target: { value: 'Two wheelchairs' } });
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([['edit-comment', { version: 3, comment: 'Two wheelchairs' }]]);
  expect(reload).toHaveBeenCalled();
});

test('the date of a quote is taken back', async () => {
  const { sent, onClose } = open('quote-date');
  const date = await screen.findByLabelText(/^Date of the quote/, { selector: 'input' });
  fireEvent.input(date, { target: { value: '' } });
  fireEvent.blur(date);
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([['edit-quote-date', { version: 3, quoteDate: null }]]);
});

test('a refused comment stays as it was typed, with the reason', async () => {
  const { onClose } = open('comment', () => {
    throw new ApiProblem(409, { detail: 'Somebody has changed this reservation.' });
  });
  fireEvent.change(screen.getByLabelText(/^Comment/), { target: { value: 'Two wheelchairs' } });
  save();
  await screen.findByText('Somebody has changed this reservation.');
  expect(screen.getByLabelText(/^Comment/)).toHaveProperty('value', 'Two wheelchairs');
  expect(onClose).not.toHaveBeenCalled();
});
