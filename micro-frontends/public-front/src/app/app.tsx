import { ToastProvider, useTheme } from '@coulisse/ui-kit';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { lazy, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter, Route, Routes } from 'react-router';
import { ApiProblem } from '../api/client';
import { HomePage } from '../pages/home';
import { NotFoundPage } from '../pages/not-found';
import { ShowPage } from '../pages/show';
import { TheatrePage } from '../pages/theatre';
import { ErrorBoundary } from './error-boundary';
import { Layout } from './layout';

// The plan and the checkout are loaded on demand: a visitor who reads about a show does not wait for them.
const SeatsPage = lazy(() => import('../pages/seats'));
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

const newClient = () =>
  new QueryClient({ defaultOptions: { queries: { retry: worthRetrying, staleTime: 10_000 } } });

export function App({ i18n }: { i18n: i18n }) {
  const [client] = useState(newClient);
  useTheme();
  return (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <ToastProvider>
          <BrowserRouter basename="/app">
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
          </BrowserRouter>
        </ToastProvider>
      </QueryClientProvider>
    </I18nextProvider>
  );
}
