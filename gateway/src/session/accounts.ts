import type { publicAccountV1 } from '@coulisse/contracts';

/** What the gateway asks identity about the public's accounts. */
export interface PublicAccounts {
  findPublicAccount(
    request: publicAccountV1.FindPublicAccountRequest,
  ): Promise<publicAccountV1.FindPublicAccountResponse>;
  /** Refuses with `account.already-exists`. */
  createPublicAccount(
    request: publicAccountV1.CreatePublicAccountRequest,
  ): Promise<publicAccountV1.CreatePublicAccountResponse>;
}
