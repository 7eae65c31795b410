import Keycloak from 'keycloak-js';
import { announceLoginRedirect } from '@coulisse/mfe-kit';
import { eraseDeviceData } from './device-data';
import type { Language } from '@coulisse/ui-kit';

/** Response of `/b/config.json`. */
interface PortalConfig {
  keycloakUrl: string;
  realm: string;
  clientId: string;
}

export interface Session {
  /** A valid access token. Held in memory only. */
  token: () => Promise<string | null>;
  logout: () => void;
  /** Opens the page of the login service on which the person sets another password; absent without a network. */
  changePassword?: () => void;
  /** Called when the server refuses our token: goes through the login page and back to this URL. */
  renew: () => void;
}

/** A token with less than this left is renewed before it is used. */
const MARGIN_SECONDS = 30;

/** Set by the worker of the reception on what it had stored: the network is away. */
const OFFLINE_COPY = 'x-offline-copy';

/** For pages that work without a network. The first call that the server refuses opens the login. */
const offlineSession = (): Session => ({
  token: () => Promise.resolve(null),
  logout: () => void eraseDeviceData().finally(() => location.reload()),
  renew: () => {
    announceLoginRedirect();
    location.reload();
  },
});

/** Authorisation code flow with PKCE; redirects back to the requested URL. */
export const signIn = async (language: () => Language): Promise<Session> => {
  const response = await fetch('/b/config.json');
  if (!response.ok) throw new Error(`/b/config.json answered ${response.status}`);
  if (response.headers.has(OFFLINE_COPY)) return offlineSession();
  const config = (await response.json()) as PortalConfig;
  const keycloak = new Keycloak({ url: config.keycloakUrl, realm: config.realm, clientId: config.clientId });
  const login = () => void keycloak.login({ redirectUri: location.href, locale: language() });

  const isAuthenticated = await keycloak.init({
    onLoad: 'login-required',
    pkceMethod: 'S256',
    flow: 'standard',
    // Without the hidden iframe: in browsers that block third-party cookies it would never finish.
    checkLoginIframe: false,
    locale: language(),
  });
  if (!isAuthenticated) login();

  return {
    token: async () => {
      try {
        await keycloak.updateToken(MARGIN_SECONDS);
      } catch {
        // The session has ended: the call is sent without a token, gets 401, and `renew` opens the login page.
        return null;
      }
      return keycloak.token ?? null;
    },
    logout: () =>
      void eraseDeviceData().finally(() =>
        keycloak.logout({ redirectUri: new URL('/b', location.origin).href }),
      ),
    changePassword: () =>
      void keycloak.login({ action: 'UPDATE_PASSWORD', redirectUri: location.href, locale: language() }),
    renew: () => {
      announceLoginRedirect();
      login();
    },
  };
};
