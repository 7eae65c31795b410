import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { i18n as I18n } from 'i18next';
import { Suspense, useMemo } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { ApiProblem, ApiProvider, createApi } from '@coulisse/mfe-kit';
import { ToastProvider, toLanguage } from '@coulisse/ui-kit';
import type { Session } from './auth/session';
import { SessionProvider } from './auth/session-context';
import { Boundary } from './pages/boundary';
import { RouteFailure } from './pages/route-failure';
import { Splash } from './pages/splash';
import { Workspace } from './workspace';

/** Retries errors that may be transient: lost connections and 502 or above. A refusal would not change. */
const retry = (count: number, failure: Error): boolean =>
  count < 2 && (!(failure instanceof ApiProblem) || failure.status === 0 || failure.status >= 502);

const createQueryClient = () =>
  new QueryClient({ defaultOptions: { queries: { staleTime: 15_000, retry }, mutations: { retry: false } } });

/** A data router, for its navigation guards; its single route contains those of the modules. */
const createRouter = () =>
  createBrowserRouter([{ path: '*', element: <Workspace />, errorElement: <RouteFailure /> }], {
    basename: '/b',
  });

export const Portal = ({ session, i18n }: { session: Session; i18n: I18n }) => {
  const [api, queries, router] = useMemo(
    () => [
      createApi({
        token: session.token,
        language: () => toLanguage(i18n.language),
        onUnauthorised: session.renew,
      }),
      createQueryClient(),
      createRouter(),
    ],
    [session, i18n],
  );
  return (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <ApiProvider api={api}>
          <SessionProvider session={session}>
            <ToastProvider>
              <Boundary page>
                <Suspense fallback={<Splash />}>
                  <RouterProvider router={router} />
                </Suspense>
              </Boundary>
            </ToastProvider>
          </SessionProvider>
        </ApiProvider>
      </QueryClientProvider>
    </I18nextProvider>
  );
};
