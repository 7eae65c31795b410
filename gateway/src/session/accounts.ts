import type { publicAccountV1 } from '@coulisse/contracts';

/** Operations of identity on the public's accounts. */
export interface PublicAccounts {
  /** Has the same result whether the address has an account or not. */
  requestAccountLink(request: publicAccountV1.RequestAccountLinkRequest): Promise<unknown>;
  /** Refuses a link that is unknown, used or expired. */
  describeAccountLink(
    request: publicAccountV1.DescribeAccountLinkRequest,
  ): Promise<publicAccountV1.DescribeAccountLinkResponse>;
  /** Also refuses a weak password. */
  useAccountLink(
    request: publicAccountV1.UseAccountLinkRequest,
  ): Promise<publicAccountV1.UseAccountLinkResponse>;
  /** Gives a code for the account of a link, once. Refuses a link like `eraseAccount`. */
  useLoginLink(request: publicAccountV1.UseLoginLinkRequest): Promise<publicAccountV1.UseLoginLinkResponse>;
  /** Refuses a link that is unknown, used, expired or for something else. */
  eraseAccount(request: publicAccountV1.EraseAccountRequest): Promise<publicAccountV1.EraseAccountResponse>;
}
