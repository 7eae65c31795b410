import type { ResourceDefinition } from '@coulisse/resource';
import { ConfigError } from '../../config/config';
import { DataKeys } from './data-keys';
import { FieldCipher, keepsSecrets } from './field-cipher';
import { InstallationKeys } from './installation-keys';

/** What the configuration of a service says of its keys. */
interface Keys {
  readonly ENCRYPTION_KEY?: Buffer;
  readonly ENCRYPTION_OLD_KEYS: readonly Buffer[];
}

/** The cipher of a service's fields; a service whose resources keep nothing encrypted needs no key. */
export function fieldCipherFor(
  resources: readonly ResourceDefinition[],
  { ENCRYPTION_KEY: key, ENCRYPTION_OLD_KEYS: older }: Keys,
): FieldCipher | undefined {
  const secret = resources.find(keepsSecrets);
  if (!key) {
    if (secret) throw new ConfigError([`ENCRYPTION_KEY: ${secret.name} has encrypted fields`]);
    return undefined;
  }
  return new FieldCipher(new DataKeys(new InstallationKeys(key, older)));
}
