import { randomBytes } from 'node:crypto';
import { DataKeys, FieldCipher, InstallationKeys } from '@coulisse/resource-server/testing';

/** The cipher for encrypted fields of the sample's resources. */
export const sampleCipher = (key: Buffer = randomBytes(32), older: readonly Buffer[] = []): FieldCipher =>
  new FieldCipher(new DataKeys(new InstallationKeys(key, older)));
