import { ToastProvider } from '@coulisse/ui-kit';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { ApiProblem } from '../api/client';
import { HomePage } from '../pages/home';
import { NotFoundPage } from '../pages/not-found';
import { ShowPage } from '../pages/show';
import { TheatrePage } from '../pages/theatre';
import { ErrorBoundary } from './error-boundary';
import { Layout } from './layout';
import { TheatreContext, type TheatreStore } from './theatre';

// The plan and the checkout are loaded on demand: a visitor who reads about a show does not wait for them.
const SeatsPage = lazy(() => import(/* webpackChunkName: "seats" */ '../pages/seats'));
const EmailPage = lazy(() => import('../checkout/email-page'));
const PasswordPage = lazy(() => import('../checkout/password-page'));
const EditCustomerPage = lazy(() => import('../checkout/edit-customer'));
const ReturnPage = lazy(() => import('../pages/return'));
const ForgottenPasswordPage = lazy(() => import('../pages/forgotten-password'));
const ChoosePasswordPage = lazy(() => import('../pages/choose-password'));
const LegalPage = lazy(() => import('../pages/legal'));

const RETRIES = 2;

/** Retries after a lost connection or a restarting service; a refusal would not change. */
const worthRetrying = (count: number, error: unknown): boolean =>
  count < RETRIES && (!(error instanceof ApiProblem) || error.status === 0 || error.status >= 502);

export const BASE_PATH = '/app';

export const createClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: worthRetrying, staleTime: 10_000 } } });

interface AppProps {
  client: QueryClient;
  theatre: TheatreStore;
}

/** All pages, inside the texts and the router of a browser or of the server. */
export function App({ client, theatre }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <TheatreContext value={theatre}>
        <ToastProvider>
          <ErrorBoundary>
            <Routes>
              <Route element={<Layout />}>
                <Route index element={<HomePage />} />
                <Route path="theatres/:slug" element={<TheatrePage />} />
                <Route path="theatres/:slug/password" element={<ForgottenPasswordPage />} />
                <Route path="account/password" element={<ChoosePasswordPage />} />
                <Route path="theatres/:slug/terms" element={<LegalPage document="terms" />} />
                <Route path="theatres/:slug/privacy" element={<LegalPage document="privacy" />} />
                <Route path="spectacles/:id" element={<ShowPage />} />
                <Route path="reservations/cart/add/:performanceId" element={<SeatsPage />} />
                <Route path="reservations/cart/:id/ask-email" element={<EmailPage />} />
                <Route path="reservations/cart/:id/ask-password" element={<PasswordPage />} />
                <Route path="reservations/cart/:id/edit-customer" element={<EditCustomerPage />} />
                <Route path="reservations/:id/return" element={<ReturnPage />} />
                <Route path="*" element={<NotFoundPage />} />
              </Route>
            </Routes>
          </ErrorBoundary>
        </ToastProvider>
      </TheatreContext>
    </QueryClientProvider>
  );
}
