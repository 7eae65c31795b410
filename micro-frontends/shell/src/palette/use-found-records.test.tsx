/** @jest-environment jsdom */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { type Api, ApiProvider, type CoulisseModule, ModulesProvider } from '@coulisse/mfe-kit';
import { useFoundRecords } from './use-found-records';

const screens = (path: string): CoulisseModule => ({
  name: path,
  menu: [],
  routes: [{ path }],
  locales: { fr: {}, en: {} },
});
const descriptor = (name: string, path: string, variantOf?: string) => ({
  name,
  path: `/b/api/${path}`,
  variantOf,
});
const record = (id: string) => ({ id, label: `Fiche ${id}`, detail: '', archived: false });

function search(answer: (path: string) => Promise<unknown>) {
  const paths: string[] = [];
  const api = {
    get: async (path: string) => {
      if (path === '/b/api/_resources')
        return {
          resources: [
            descriptor('crm.tiers', 'crm/tiers'),
            descriptor('ticketing.talk', 'talks', 'ticketing.show'),
            descriptor('crm.hidden', 'crm/hidden'),
          ],
        };
      paths.push(path);
      return answer(path);
    },
  } as unknown as Api;
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <ApiProvider api={api}>
        <ModulesProvider modules={[screens('crm/tiers'), screens('talks')]}>
          <Suspense fallback={null}>{children}</Suspense>
        </ModulesProvider>
      </ApiProvider>
    </QueryClientProvider>
  );
  const hook = renderHook(({ typed }: { typed: string }) => useFoundRecords(typed), {
    wrapper,
    initialProps: { typed: '' },
  });
  return { ...hook, paths };
}

it('sends one request, and shows the groups of resources with screens in the order of the answer', async () => {
  const { result, rerender, paths } = search(async () => ({
    groups: [
      { resource: 'ticketing.show', items: [record('1')], hasMore: true },
      { resource: 'crm.hidden', items: [record('2')], hasMore: false },
      { resource: 'elsewhere.thing', items: [record('3')], hasMore: false },
      { resource: 'crm.tiers', items: [record('4')], hasMore: false },
    ],
    correctedTo: null,
  }));
  await waitFor(() => expect(result.current).not.toBeNull());
  expect(result.current).toMatchObject({ groups: [], searching: false, failed: false });
  rerender({ typed: ' du' });
  rerender({ typed: ' dup & fils ' });
  expect(result.current.searching).toBe(true);
  await waitFor(() => expect(result.current.groups).toHaveLength(2));
  expect(paths).toEqual(['/b/api/global-search?q=dup+%26+fils&limit=5']);
  expect(
    result.current.groups.map(({ descriptor: { name }, items, hasMore }) => [name, items[0]?.id, hasMore]),
  ).toEqual([
    ['ticketing.talk', '1', true],
    ['crm.tiers', '4', false],
  ]);
  expect(result.current.searching).toBe(false);
});

it('asks nothing for one letter, and keeps no results of longer texts', async () => {
  const { result, rerender, paths } = search(async () => ({
    groups: [{ resource: 'crm.tiers', items: [record('1')], hasMore: false }],
    correctedTo: 'dupont',
  }));
  await waitFor(() => expect(result.current).not.toBeNull());
  rerender({ typed: 'du' });
  await waitFor(() => expect(result.current.correctedTo).toBe('dupont'));
  rerender({ typed: 'd' });
  expect(result.current).toMatchObject({ groups: [], correctedTo: null, searching: false });
  expect(paths).toHaveLength(1);
});

it('says when the search fails, until it is tried again', async () => {
  let isDown = true;
  const { result, rerender } = search(async () => {
    if (isDown) throw new Error('down');
    return { groups: [{ resource: 'crm.tiers', items: [record('1')], hasMore: false }], correctedTo: null };
  });
  await waitFor(() => expect(result.current).not.toBeNull());
  rerender({ typed: 'du' });
  await waitFor(() => expect(result.current.failed).toBe(true));
  isDown = false;
  rerender({ typed: 'dup' });
  expect(result.current.failed).toBe(false);
  await waitFor(() => expect(result.current.groups).toHaveLength(1));
  expect(result.current.failed).toBe(false);
});
