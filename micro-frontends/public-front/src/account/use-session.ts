import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '@coulisse/ui-kit';
import { api, openSession, replaceSession } from '../api/client';
import { sessionQuery } from '../api/queries';
import type { Account } from '../api/types';

export interface Credentials {
  tenantId: string;
  email: string;
  password: string;
}

export interface Registration {
  tenantId: string;
  email: string;
  firstName: string;
  lastName: string;
}

export interface SessionActions {
  account: Account | null;
  /** False until the session is loaded. */
  ready: boolean;
  login(credentials: Credentials): Promise<void>;
  /** Requests an account: a link to open it is mailed; this does not sign in. */
  register(registration: Registration): Promise<void>;
  /** Requests a link to choose another password. */
  requestReset(account: { tenantId: string; email: string }): Promise<void>;
  logout(): Promise<void>;
  /** Reads the session that a login has made. */
  renew(): Promise<void>;
}

export function useSession(): SessionActions {
  const client = useQueryClient();
  const language = useLanguage();
  const { data, isFetched } = useQuery(sessionQuery);

  // Signing in or out creates a new session with another CSRF token.
  const renew = async (): Promise<void> => {
    const session = await openSession(true);
    replaceSession(session);
    client.setQueryData(sessionQuery.queryKey, session);
    await client.invalidateQueries({ queryKey: ['cart'] });
  };
  return {
    account: data?.account ?? null,
    ready: isFetched,
    renew,
    login: async (credentials) => {
      await api.post('/app-api/session/login', credentials);
      await renew();
    },
    register: async (registration) => {
      await api.post('/app-api/session/register', { ...registration, language });
    },
    requestReset: async (account) => {
      await api.post('/app-api/session/password-reset', { ...account, language });
    },
    logout: async () => {
      await api.post('/app-api/session/logout');
      await renew();
    },
  };
}
