/** @jest-environment jsdom */
import { renderPart } from '@coulisse/resource-samples/render-part';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { type Actor, ActorProvider, type Api, ApiProblem, ApiProvider } from '@coulisse/mfe-kit';
import { ToastProvider } from '@coulisse/ui-kit';
import { ServiceItems } from './service-items';

const ITEMS = [
  { service: 'crm', id: '1', name: 'Count', isRetriable: true },
  { service: 'sales', id: '2', name: 'Former', isRetriable: false },
];

/** Renders the table over an API that answers with `answer`; returns what it is sent. */
const show = (rights: string[], answer: () => Promise<unknown> = async () => undefined) => {
  const sent: unknown[] = [];
  const api = {
    post: (path: string, body?: unknown) => {
      sent.push(body === undefined ? path : [path, body]);
      return answer();
    },
  } as unknown as Api;
  const onChanged = jest.fn(async () => undefined);
  const { user } = renderPart(
    <ApiProvider api={api}>
      <ActorProvider actor={{ rights } as Actor}>
        <QueryClientProvider client={new QueryClient()}>
          <ToastProvider>
            <ServiceItems
              items={ITEMS}
              path="/b/api/jobs"
              columns={[{ label: 'Job' }]}
              actionsLabel="Actions"
              retry={{ label: 'Retry', done: 'Retried.' }}
              end={{
                action: '_cancel',
                label: 'Stop',
                icon: null,
                title: 'Stop?',
                keep: 'Keep',
                done: 'Stopped.',
              }}
              mayRetry={({ isRetriable }) => isRetriable}
              mayEnd={() => true}
              nameOf={({ name }) => name}
              consequenceOf={({ name }) => `${name} never runs.`}
              rowOf={({ name }, actions) => (
                <tr>
                  <td>{name}</td>
                  {actions}
                </tr>
              )}
              onChanged={onChanged}
            />
          </ToastProvider>
        </QueryClientProvider>
      </ActorProvider>
    </ApiProvider>,
  );
  return { user, sent, onChanged };
};
const UPDATE = ['core.failed-delivery.update'];

it('offers no actions to those who may only read', () => {
  show(['core.failed-delivery.read']);
  expect(screen.getAllByRole('columnheader')).toHaveLength(1);
  expect(screen.queryAllByRole('button')).toEqual([]);
});

it('starts an item again that can be, and no other', async () => {
  const { user, sent, onChanged } = show(UPDATE);
  expect(screen.getAllByRole('button', { name: /^Retry/ })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Retry, Count' }));
  await screen.findByText('Retried.');
  expect(sent).toEqual(['/b/api/jobs/crm/1/_retry']);
  expect(onChanged).toHaveBeenCalledTimes(1);
});

it('ends an item with a reason', async () => {
  const { user, sent, onChanged } = show(UPDATE);
  await user.click(screen.getByRole('button', { name: 'Stop, Former' }));
  expect(screen.getByText('Former never runs.')).toBeTruthy();
  await user.type(screen.getByRole('textbox'), 'by hand');
  await user.click(screen.getByTestId('reason-confirm'));
  await screen.findByText('Stopped.');
  expect(sent).toEqual([['/b/api/jobs/sales/2/_cancel', { reason: 'by hand' }]]);
  expect(onChanged).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('says why a reason was refused, and keeps it', async () => {
  const refused = new ApiProblem(422, {
    code: 'validation.failed',
    errors: [{ pointer: '/reason', code: 'validation.length', detail: 'Too long.' }],
  });
  const { user } = show(UPDATE, () => Promise.reject(refused));
  await user.click(screen.getByRole('button', { name: 'Stop, Count' }));
  const dialog = within(screen.getByTestId('reason-confirm').closest('dialog')!);
  await user.type(dialog.getByRole('textbox'), 'by hand');
  await user.click(dialog.getByTestId('reason-confirm'));
  await waitFor(() => expect(dialog.getByText('Too long.')).toBeTruthy());
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('by hand');
});
