import { publicAccountV1 } from '@coulisse/contracts';
import { openClient } from '@coulisse/service-kit/grpc/clients';
import type { PublicAccounts } from './accounts';

/** Identity over gRPC; its refusals come out as the problems that they are. */
export class GrpcPublicAccounts implements PublicAccounts {
  private readonly opened: ReturnType<typeof open>;

  constructor(address: string, secret: string | undefined) {
    this.opened = open(address, secret);
  }

  findPublicAccount: PublicAccounts['findPublicAccount'] = (request) =>
    this.opened.client.findPublicAccount(request);
  createPublicAccount: PublicAccounts['createPublicAccount'] = (request) =>
    this.opened.client.createPublicAccount(request, { deadlineMs: 10_000 });

  close(): void {
    this.opened.close();
  }
}

const open = (address: string, secret: string | undefined) =>
  openClient(publicAccountV1.PublicAccountServiceDefinition, address, { service: 'gateway', secret });
