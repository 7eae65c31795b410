import Keycloak from 'keycloak-js';
import { announceSignIn } from '@coulisse/mfe-kit';
import type { Language } from '@coulisse/ui-kit';

/** Answer of `/b/config.json`. */
interface PortalConfig {
  keycloakUrl: string;
  realm: string;
  clientId: string;
}

export interface Session {
  /** A token that is good for this call. Never written anywhere but in memory. */
  token: () => Promise<string | null>;
  logout: () => void;
  /** The server does not take our token any more: through the login page and back to this address. */
  renew: () => void;
}

/** A token with less than this left is renewed before it is used. */
const MARGIN_SECONDS = 30;

/** Authorisation code with PKCE; the way back is the address that was asked for. */
export const signIn = async (language: () => Language): Promise<Session> => {
  const response = await fetch('/b/config.json');
  if (!response.ok) throw new Error(`/b/config.json answered ${response.status}`);
  const config = (await response.json()) as PortalConfig;
  const keycloak = new Keycloak({ url: config.keycloakUrl, realm: config.realm, clientId: config.clientId });
  const login = () => void keycloak.login({ redirectUri: location.href, locale: language() });

  const known = await keycloak.init({
    onLoad: 'login-required',
    pkceMethod: 'S256',
    flow: 'standard',
    // Without the hidden frame: browsers that block cookies of others would leave it waiting.
    checkLoginIframe: false,
    locale: language(),
  });
  if (!known) login();

  return {
    token: async () => {
      try {
        await keycloak.updateToken(MARGIN_SECONDS);
      } catch {
        // The session is over; the call goes without a token, is refused, and `renew` asks to sign in.
        return null;
      }
      return keycloak.token ?? null;
    },
    logout: () => void keycloak.logout({ redirectUri: new URL('/b', location.origin).href }),
    renew: () => {
      announceSignIn();
      login();
    },
  };
};
