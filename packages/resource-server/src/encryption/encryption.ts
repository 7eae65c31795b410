import type { ResourceDefinition } from '@coulisse/resource';
import { ConfigError } from '@coulisse/service-kit/config';
import { DataKeys } from './data-keys';
import { FieldCipher, hasEncryptedFields } from './field-cipher';
import { InstallationKeys } from './installation-keys';

/** The keys in the configuration of a service. */
interface Keys {
  readonly ENCRYPTION_KEY?: Buffer;
  readonly ENCRYPTION_OLD_KEYS: readonly Buffer[];
}

/** The cipher for a service's encrypted fields; a service without encrypted fields needs no key. */
export function fieldCipherFor(
  resources: readonly ResourceDefinition[],
  { ENCRYPTION_KEY: key, ENCRYPTION_OLD_KEYS: older }: Keys,
): FieldCipher | undefined {
  const secret = resources.find(hasEncryptedFields);
  if (!key) {
    if (secret) throw new ConfigError([`ENCRYPTION_KEY: ${secret.name} has encrypted fields`]);
    return undefined;
  }
  return new FieldCipher(new DataKeys(new InstallationKeys(key, older)));
}
