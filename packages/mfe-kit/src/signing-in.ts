const EVENT = 'coulisse.signing-in';

let leaving = false;

/** Says that the page leaves for the login: what is being typed must be kept now, and nobody be asked whether to leave. */
export const announceSignIn = (): void => {
  leaving = true;
  window.dispatchEvent(new Event(EVENT));
};

/** True once the page is on its way to the login: it does not come back, another one does. */
export const isSigningIn = (): boolean => leaving;

/** Returns what ends the listening. */
export const onSignIn = (listener: () => void): (() => void) => {
  window.addEventListener(EVENT, listener);
  return () => window.removeEventListener(EVENT, listener);
};
