import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Actor,
  ActorProvider,
  ModulesProvider,
  showIn,
  storedLanguage,
  useApi,
  useResources,
} from '@coulisse/mfe-kit';
import { setTimeZone } from '@coulisse/ui-kit/format';
import { Frame } from './layout/frame';
import { ModuleRoutes } from './modules/module-routes';
import { RemotePage } from './modules/remote-page';
import { RemotesProvider, useRemotes } from './modules/remotes-context';

const useCurrentUser = (): Actor => {
  const api = useApi();
  return useSuspenseQuery({
    queryKey: ['me'],
    queryFn: async ({ signal }) => {
      const actor = await api.get<Actor>('/b/api/core/me', { signal });
      // Before anything of the portal is shown.
      setTimeZone(actor.tenant?.timeZone);
      return actor;
    },
    staleTime: Infinity,
  }).data;
};

const remotePage = (name: string) => <RemotePage name={name} />;

/** The part of the portal that needs the current user: the frame and the screens of the modules. */
export const Workspace = () => {
  const actor = useCurrentUser();
  const { i18n } = useTranslation();
  useResources();
  useEffect(() => {
    // The language of the account, unless this device has chosen its own.
    if (!storedLanguage() && actor.language !== i18n.language)
      showIn(i18n, actor.language).catch(reportError);
  }, [actor.language, i18n]);
  return (
    <ActorProvider actor={actor}>
      <RemotesProvider page={remotePage}>
        <LoadedModules />
      </RemotesProvider>
    </ActorProvider>
  );
};

const LoadedModules = () => {
  const { modules } = useRemotes();
  return (
    <ModulesProvider modules={modules}>
      <Frame>
        <ModuleRoutes />
      </Frame>
    </ModulesProvider>
  );
};
