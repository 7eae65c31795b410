import type { KeyObject } from 'node:crypto';
import type { ServiceIdentifier } from 'inversify';

/** What the bank's notifications are checked with. */
export interface PayboxKeyring {
  bankKey: KeyObject;
}

export const PAYBOX_KEYRING: ServiceIdentifier<PayboxKeyring> = Symbol('PayboxKeyring');
