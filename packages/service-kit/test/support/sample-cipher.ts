import { randomBytes } from 'node:crypto';
import { DataKeys } from '../../src/kernel/encryption/data-keys';
import { FieldCipher } from '../../src/kernel/encryption/field-cipher';
import { InstallationKeys } from '../../src/kernel/encryption/installation-keys';

/** What encrypts the fields of the sample's resources. */
export const sampleCipher = (key: Buffer = randomBytes(32), older: readonly Buffer[] = []): FieldCipher =>
  new FieldCipher(new DataKeys(new InstallationKeys(key, older)));
