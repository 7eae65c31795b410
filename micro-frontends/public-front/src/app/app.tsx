import { ToastProvider } from '@coulisse/ui-kit';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy } from 'react';
import { ApiProblem } from '../api/client';
import { Pages } from '../routing/router';
import { withLaterTexts, withSeatsTexts } from '../texts/language';
import { ErrorBoundary } from './error-boundary';
import { Layout } from './layout';
import { TheatreContext, type TheatreStore } from './theatre';

// Each group of pages is loaded on demand: a visitor who reads about a show does not wait for the plan or the checkout.
const HomePage = lazy(() => import(/* webpackChunkName: "home" */ '../pages/home'));
const TheatrePage = lazy(() => import(/* webpackChunkName: "theatre" */ '../pages/theatre'));
const ShowPage = lazy(() => import(/* webpackChunkName: "show" */ '../pages/show'));
const SeatsPage = lazy(() => withSeatsTexts(import(/* webpackChunkName: "seats" */ '../pages/seats')));
const EmailPage = lazy(() => withLaterTexts(import('../checkout/email-page')));
const PasswordPage = lazy(() => withLaterTexts(import('../checkout/password-page')));
const EditCustomerPage = lazy(() => withLaterTexts(import('../checkout/edit-customer')));
const ReturnPage = lazy(() => withLaterTexts(import('../pages/return')));
const OrderPages = lazy(() => withLaterTexts(import('../orders/order-pages')));
const GiftVoucherPages = lazy(() => withLaterTexts(import('../gift-vouchers/gift-voucher-pages')));
const WaitingListPages = lazy(() => withLaterTexts(import('../waiting-list/waiting-list-pages')));
const AccountPages = lazy(() => withLaterTexts(import('../account/account-pages')));
const NotFoundPage = lazy(() => withLaterTexts(import('../pages/not-found')));
const LegalPage = lazy(() => import('../pages/legal'));

const PAGES = {
  '/': <HomePage />,
  '/theatres/:slug': <TheatrePage />,
  '/theatres/:slug/login': <AccountPages />,
  '/theatres/:slug/password': <AccountPages />,
  '/account': <AccountPages />,
  '/account/erase': <AccountPages />,
  '/account/password': <AccountPages />,
  '/theatres/:slug/contact': <AccountPages />,
  '/theatres/:slug/terms': <LegalPage document="terms" />,
  '/theatres/:slug/privacy': <LegalPage document="privacy" />,
  '/spectacles/:id': <ShowPage />,
  '/reservations/cart/add/:performanceId': <SeatsPage />,
  '/reservations/cart/:id/ask-email': <EmailPage />,
  '/reservations/cart/:id/ask-password': <PasswordPage />,
  '/reservations/cart/:id/edit-customer': <EditCustomerPage />,
  '/reservations/:id/return': <ReturnPage />,
  '/gift-vouchers/cart/add/:slug': <GiftVoucherPages />,
  '/gift-vouchers/mine': <GiftVoucherPages />,
  '/gift-vouchers/:id/return': <GiftVoucherPages />,
  '/o': <OrderPages />,
  '/w': <WaitingListPages />,
  '/waiting-list/:performanceId': <WaitingListPages />,
  '/t': <OrderPages />,
  '/account/reservations': <OrderPages />,
  '*': (
    <div className="page">
      <NotFoundPage />
    </div>
  ),
};

const RETRIES = 2;

/** Retries after a lost connection or a restarting service; a refusal would not change, nor would being offline. */
const worthRetrying = (count: number, error: unknown): boolean =>
  count < RETRIES &&
  navigator.onLine !== false &&
  (!(error instanceof ApiProblem) || error.status === 0 || error.status >= 502);

export const createClient = (): QueryClient =>
  new QueryClient({
    // Without a line, pages and forms say so at once; they would wait, and then buy when nobody expects it.
    defaultOptions: {
      queries: { retry: worthRetrying, staleTime: 10_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });

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
            <Layout>
              <Pages pages={PAGES} />
            </Layout>
          </ErrorBoundary>
        </ToastProvider>
      </TheatreContext>
    </QueryClientProvider>
  );
}
