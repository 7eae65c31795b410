import { publicAccountV1 } from '@coulisse/contracts';
import { openClient, type CallerSettings } from '@coulisse/service-kit/grpc/clients';
import type { PublicAccounts } from './accounts';

/** Identity over gRPC; its refusals come out as the problems that they are. */
export class GrpcPublicAccounts implements PublicAccounts {
  private readonly opened: ReturnType<typeof open>;

  constructor(address: string, settings: CallerSettings) {
    this.opened = open(address, settings);
  }

  findPublicAccount: PublicAccounts['findPublicAccount'] = (request) =>
    this.opened.client.findPublicAccount(request);
  createPublicAccount: PublicAccounts['createPublicAccount'] = (request) =>
    this.opened.client.createPublicAccount(request, { deadlineMs: 10_000 });

  close(): void {
    this.opened.close();
  }
}

const open = (address: string, settings: CallerSettings) =>
  openClient(publicAccountV1.PublicAccountServiceDefinition, address, settings);
