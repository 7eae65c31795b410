import type { publicAccountV1 } from '@coulisse/contracts';

/** What the gateway asks identity about the public's accounts. */
export interface PublicAccounts {
  /** Answers the same whether the address has an account or not. */
  requestAccountLink(request: publicAccountV1.RequestAccountLinkRequest): Promise<unknown>;
  /** Refuses a link that is unknown, used or too old. */
  describeAccountLink(
    request: publicAccountV1.DescribeAccountLinkRequest,
  ): Promise<publicAccountV1.DescribeAccountLinkResponse>;
  /** Refuses besides a password that is too weak. */
  useAccountLink(
    request: publicAccountV1.UseAccountLinkRequest,
  ): Promise<publicAccountV1.UseAccountLinkResponse>;
}
