import { resourceV1, tiersV1 } from '@coulisse/contracts';
import { existingRecords } from '@coulisse/test-kit';
import { Server, ServerCredentials } from '@grpc/grpc-js';

/** What crm says of a third party that a test has not changed. */
export const COMPANY: Omit<tiersV1.DescribedTiers, 'tiersId'> = {
  ...{ kind: 'society', name: 'Maison Bayard', siren: '404833048', vatNumber: 'FR83404833048' },
  ...{ email: 'compta@bayard.test', language: 'fr', addressLines: ['12 rue de la Ré'] },
  ...{ zipCode: '69002', city: 'Lyon', country: 'FR' },
};

/** A gRPC server in place of crm: every third party exists, unless a test says what it is. */
export class FakeCrm {
  /** By id; null: there is none. */
  readonly tiers = new Map<string, Omit<tiersV1.DescribedTiers, 'tiersId'> | null>();
  address = '';
  private readonly server = new Server();

  async start(): Promise<void> {
    const describeTiers: tiersV1.TiersServiceServer['describeTiers'] = ({ request: { tiersId } }, reply) => {
      const found = this.tiers.has(tiersId) ? this.tiers.get(tiersId) : COMPANY;
      reply(null, { tiers: found ? { ...found, tiersId } : undefined });
    };
    this.server.addService(tiersV1.TiersServiceService, { describeTiers });
    // Each label differs, as an import needs it.
    const resolve = existingRecords((id) =>
      this.tiers.get(id) === null ? null : `${this.tiers.get(id)?.name ?? COMPANY.name} ${id.slice(-6)}`,
    );
    this.server.addService(resourceV1.ReferenceServiceService, { resolve });
    const port = await new Promise<number>((resolve, reject) => {
      this.server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    this.address = `127.0.0.1:${port}`;
  }

  stop(): void {
    this.server.forceShutdown();
  }
}
