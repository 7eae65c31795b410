import type { KeyObject } from 'node:crypto';
import type { ServiceIdentifier } from 'inversify';

/** Key that verifies the bank's notifications. */
export interface PayboxKeyring {
  bankKey: KeyObject;
}

export const PAYBOX_KEYRING: ServiceIdentifier<PayboxKeyring> = Symbol('PayboxKeyring');
