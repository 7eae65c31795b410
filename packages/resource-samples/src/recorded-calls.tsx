import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter, Route, Routes } from 'react-router';
import {
  type Api,
  ActorProvider,
  ApiProvider,
  createI18n,
  type Locales,
  type ResourceDescriptor,
} from '@coulisse/mfe-kit';
import { resourceLocales } from '@coulisse/resource-ui/locales';
import { ToastProvider } from '@coulisse/ui-kit';
import { sampleActor } from './server/server';

const label = { fr: 'x', en: 'x' };

/** A resource whose path is not the real one, so that a screen can know it from the descriptor only. */
export const describedResource = (name: string): ResourceDescriptor => ({
  ...{ name, path: `/described/${name}`, rights: name, labelField: 'name', sort: 'name' },
  ...{ label, plural: label, new: label, fields: [], list: [], sums: [] },
  features: {
    ...{ archivable: false, sortable: false, attachable: false, duplicable: false },
    ...{ importable: false, exportable: false, importKeys: [] },
  },
  may: { read: true, create: true, update: true, delete: true, export: true, import: true, reveal: true },
});

interface RecordedCallsOptions {
  /** Names of the resources that the user may see; the user has all rights on their services. */
  visible: readonly string[];
  /** Texts of the module, by namespace. */
  locales: Record<string, Locales>;
  /** Pattern of the route and its address, for a screen that reads its parameters. */
  route?: string;
  address?: string;
}

/** Renders a screen of a module, and returns the calls that it makes at once, `GET /path`. None is answered. */
export const recordedCalls = (
  element: ReactElement,
  { visible, locales, route = '/', address = '/' }: RecordedCallsOptions,
): string[] => {
  const calls: string[] = [];
  const call = (method: string, path: string): Promise<never> => {
    calls.push(`${method} ${path}`);
    return new Promise(() => undefined);
  };
  const api: Api = {
    request: call,
    raw: call,
    get: (path) => call('GET', path),
    post: (path) => call('POST', path),
    put: (path) => call('PUT', path),
    patch: (path) => call('PATCH', path),
    delete: (path) => call('DELETE', path),
    upload: (path) => call('POST', path),
  };
  const client = new QueryClient();
  client.setQueryData(['resources'], visible.map(describedResource));
  const rights = [...new Set(Object.keys(locales).map((name) => `${name}.*`))];
  render(
    <I18nextProvider
      i18n={createI18n({ language: 'en', locales: { resource: resourceLocales, ...locales } })}
    >
      <ApiProvider api={api}>
        <QueryClientProvider client={client}>
          <ActorProvider actor={{ ...sampleActor, rights }}>
            <ToastProvider>
              <MemoryRouter initialEntries={[address]}>
                <Routes>
                  <Route path={route} element={element} />
                </Routes>
              </MemoryRouter>
            </ToastProvider>
          </ActorProvider>
        </QueryClientProvider>
      </ApiProvider>
    </I18nextProvider>,
  );
  return calls.sort();
};
