import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider, useLocation, useRoutes } from 'react-router';
import {
  ActorProvider,
  ApiProvider,
  CommandRegistryProvider,
  type CoulisseModule,
  createI18n,
  ModulesProvider,
} from '@coulisse/mfe-kit';
import { JobsProvider, KeysSheet, resourceRoutes } from '@coulisse/resource-ui';
import { resourceLocales } from '@coulisse/resource-ui/locales';
import { applyTheme, type Language, SkeletonLines, type Theme, ToastProvider } from '@coulisse/ui-kit';
import { createSampleApi } from './api';
import { sampleActor, type SampleServer } from './server/server';

const NO_TEXTS = { fr: {}, en: {} };

/** The module that shows the sample resources. */
export const sampleModule: CoulisseModule = {
  name: 'sample',
  menu: [],
  routes: [
    ...resourceRoutes('sample.gadget', 'sample/gadgets'),
    ...resourceRoutes('sample.venue', 'sample/venues'),
    ...resourceRoutes('sample.spare', 'sample/spares'),
  ],
  locales: NO_TEXTS,
};

export interface SampleProvidersProps {
  language: Language;
  server: SampleServer;
  /** The address that is shown first, with its parameters: `/sample/gadgets?q=lustre`. */
  path: string;
  theme?: Theme;
  /** Called with the address whenever it changes. */
  onAddress?: (address: string) => void;
  /** Shown instead of the generic screen of the address. */
  children?: ReactNode;
}

/** Everything that the generic screens need around them, as the shell provides it. */
export const SampleProviders = ({
  language,
  server,
  path,
  theme,
  onAddress,
  children,
}: SampleProvidersProps) => {
  const [i18n] = useState(() =>
    createI18n({ language, locales: { resource: resourceLocales, sample: NO_TEXTS } }),
  );
  const [queries] = useState(
    () =>
      new QueryClient({
        defaultOptions: { queries: { staleTime: 15_000, retry: false }, mutations: { retry: false } },
      }),
  );
  const [api] = useState(() => createSampleApi(server, language));
  const [router] = useState(() =>
    createMemoryRouter([{ path: '*', element: <Workspace onAddress={onAddress}>{children}</Workspace> }], {
      initialEntries: [path],
    }),
  );
  useLayoutEffect(() => {
    if (theme) applyTheme(theme);
  }, [theme]);
  return (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <ApiProvider api={api}>
          <ToastProvider>
            <Suspense fallback={<SkeletonLines lines={8} />}>
              <RouterProvider router={router} />
            </Suspense>
          </ToastProvider>
        </ApiProvider>
      </QueryClientProvider>
    </I18nextProvider>
  );
};

type WorkspaceProps = Pick<SampleProvidersProps, 'onAddress' | 'children'>;

const Workspace = ({ onAddress, children }: WorkspaceProps) => {
  const [keys, setKeys] = useState(false);
  const { pathname, search } = useLocation();
  useEffect(() => onAddress?.(`${pathname}${search}`), [onAddress, pathname, search]);
  return (
    <ActorProvider actor={sampleActor}>
      <ModulesProvider modules={[sampleModule]}>
        <CommandRegistryProvider onKeys={() => setKeys(true)}>
          <JobsProvider>
            {children ?? <ModuleRoutes />}
            {keys && <KeysSheet onClose={() => setKeys(false)} />}
          </JobsProvider>
        </CommandRegistryProvider>
      </ModulesProvider>
    </ActorProvider>
  );
};

const ModuleRoutes = () => (
  <Suspense fallback={<SkeletonLines lines={8} />}>{useRoutes(sampleModule.routes)}</Suspense>
);
