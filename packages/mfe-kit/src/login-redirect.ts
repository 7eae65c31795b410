const EVENT = 'coulisse.signing-in';

let leaving = false;

/** Announces the redirect to the login: listeners store drafts now, and the guard must not ask for confirmation. */
export const announceLoginRedirect = (): void => {
  leaving = true;
  window.dispatchEvent(new Event(EVENT));
};

/** True once the redirect to the login has begun; the page is then reloaded, so it is never reset. */
export const isRedirectingToLogin = (): boolean => leaving;

/** Returns the function that unsubscribes. */
export const onLoginRedirect = (listener: () => void): (() => void) => {
  window.addEventListener(EVENT, listener);
  return () => window.removeEventListener(EVENT, listener);
};
