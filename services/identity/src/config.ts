import { z } from 'zod';

/** Environment of identity beside the standard one. */
export const configShape = {
  /** Client whose service account writes to both realms. */
  IDENTITY_CLIENT_ID: z.string().default('coulisse-identity'),
  IDENTITY_CLIENT_SECRET: z.string().min(1),
  /** The first super administrator, made at boot when nobody has this address yet. */
  SUPER_ADMIN_EMAIL: z.email().transform((text) => text.toLowerCase()),
  /** Password of a super administrator that has to be made; one who exists keeps theirs. */
  SUPER_ADMIN_PASSWORD: z.string().min(12),
};
