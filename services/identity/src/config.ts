import { z } from 'zod';

/** Environment variables of identity in addition to those of every service. */
export const configShape = {
  /** Client whose service account writes to both realms. */
  IDENTITY_CLIENT_ID: z.string().default('coulisse-identity'),
  IDENTITY_CLIENT_SECRET: z.string().min(1),
  /** The first super administrator, created at boot when no login has this address yet. */
  SUPER_ADMIN_EMAIL: z.email().transform((text) => text.toLowerCase()),
  /** Password of a super administrator that is created; an existing one keeps theirs. */
  SUPER_ADMIN_PASSWORD: z.string().min(12),
};
