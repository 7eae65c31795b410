import { publicAccountV1 } from '@coulisse/contracts';
import { openClient, type CallerSettings } from '@coulisse/service-kit/grpc';
import type { PublicAccounts } from './accounts';

/** Identity over gRPC; its errors are thrown as problems. */
export class GrpcPublicAccounts implements PublicAccounts {
  private readonly opened: ReturnType<typeof open>;

  constructor(address: string, settings: CallerSettings) {
    this.opened = open(address, settings);
  }

  requestAccountLink: PublicAccounts['requestAccountLink'] = (request) =>
    this.opened.client.requestAccountLink(request);
  describeAccountLink: PublicAccounts['describeAccountLink'] = (request) =>
    this.opened.client.describeAccountLink(request);
  useAccountLink: PublicAccounts['useAccountLink'] = (request) =>
    this.opened.client.useAccountLink(request, { deadlineMs: 15_000 });
  useLoginLink: PublicAccounts['useLoginLink'] = (request) =>
    this.opened.client.useLoginLink(request, { deadlineMs: 15_000 });
  eraseAccount: PublicAccounts['eraseAccount'] = (request) => this.opened.client.eraseAccount(request);

  close(): void {
    this.opened.close();
  }
}

const open = (address: string, settings: CallerSettings) =>
  openClient(publicAccountV1.PublicAccountServiceDefinition, address, settings);
