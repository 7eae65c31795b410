import { brandV1, documentFilesV1, identityV1, documentsV1, publicAccountV1 } from '@coulisse/contracts';
import { Problem } from '@coulisse/service-kit';
import { toStatus } from '@coulisse/service-kit/grpc';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';

/** Stand-ins of documents, identity and ticketing: documents and account links by id. */
export class FakePeers {
  readonly documents = new Map<string, documentsV1.GetDocumentResponse>();
  /** Uploaded files by tenant, owner and id, and how often one was read. */
  readonly files = new Map<string, documentFilesV1.GetFileResponse>();
  fileReads = 0;
  /** Number of next reads of files that fail. */
  fileOutages = 0;
  readonly links = new Map<string, publicAccountV1.IssueAccountLinkResponse>();
  brand: brandV1.GetBrandResponse = {
    ...{ color: '#5b2d86', headerColor: '#47216b', nameColor: '#f0b652' },
    ...{ logoUrl: '', logoPicture: '', siteUrl: '' },
  };
  /** Every document was withdrawn. */
  documentsWithdrawn = false;
  address = '';
  private readonly server = new Server();

  async start(): Promise<void> {
    const none = { code: status.NOT_FOUND, details: 'none' };
    const getDocument: documentsV1.DocumentServiceServer['getDocument'] = ({ request }, reply) => {
      const found = this.documents.get(request.documentId);
      if (this.documentsWithdrawn) reply(toStatus(new Problem('document.gone')));
      else if (found) reply(null, found);
      else reply(none);
    };
    const getFile: documentFilesV1.FileServiceServer['getFile'] = ({ request }, reply) => {
      this.fileReads += 1;
      if (this.fileOutages > 0) {
        this.fileOutages -= 1;
        return reply({ code: status.UNAVAILABLE, details: 'away' });
      }
      const found = this.files.get(`${request.tenantId} ${request.owner} ${request.fileId}`);
      if (found) reply(null, found);
      else reply(toStatus(new Problem('http.404')));
    };
    const issueAccountLink: publicAccountV1.PublicAccountServiceServer['issueAccountLink'] = (
      { request },
      reply,
    ) =>
      reply(null, this.links.get(request.linkId) ?? publicAccountV1.IssueAccountLinkResponse.fromPartial({}));
    const getBrand: brandV1.BrandServiceServer['getBrand'] = (_call, reply) => reply(null, this.brand);
    const resolveActor: identityV1.AccessServiceServer['resolveActor'] = (_call, reply) =>
      reply(null, identityV1.ResolveActorResponse.fromPartial({ resolved: false }));
    const declareGrants: identityV1.AccessServiceServer['declareGrants'] = (_call, reply) => reply(null, {});
    const listTenants: identityV1.AccessServiceServer['listTenants'] = (_call, reply) =>
      reply(null, { tenants: [] });
    this.server.addService(identityV1.AccessServiceService, { resolveActor, declareGrants, listTenants });
    this.server.addService(publicAccountV1.PublicAccountServiceService, { issueAccountLink });
    this.server.addService(documentsV1.DocumentServiceService, { getDocument });
    this.server.addService(documentFilesV1.FileServiceService, { getFile });
    this.server.addService(brandV1.BrandServiceService, { getBrand });
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
