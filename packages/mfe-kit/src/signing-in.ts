const EVENT = 'coulisse.signing-in';

/** Says that the page leaves for the login: what is being typed must be kept now, and nobody be asked whether to leave. */
export const announceSignIn = (): void => {
  window.dispatchEvent(new Event(EVENT));
};

/** Returns what ends the listening. */
export const onSignIn = (listener: () => void): (() => void) => {
  window.addEventListener(EVENT, listener);
  return () => window.removeEventListener(EVENT, listener);
};
