import { ticketingV1 } from '@coulisse/contracts';
import { defineService, isTransient, settings } from '@coulisse/service-kit';
import { documentsShape, storageSettings } from './config';
import { onReservation } from './events/on-reservation.consumer';
import { GotenbergRenderer } from './features/pdf/gotenberg-renderer';
import { PDF_RENDERER } from './features/pdf/pdf-renderer.port';
import { ClamdScanner } from './features/files/clamd-scanner';
import { fileRoutes } from './features/files/file.routes';
import { noScanner, VIRUS_SCANNER } from './features/files/virus-scanner.port';
import { documentRoutes } from './features/storage/document.routes';
import { FILE_STORAGE } from './features/storage/file-storage.port';
import { FolderStorage } from './features/storage/folder-storage';
import { S3Storage } from './features/storage/s3-storage';
import { fontFaces } from './features/tickets/fonts';
import en from './locales/en.json';
import fr from './locales/fr.json';
import { document } from './resources';
import { documentRpc } from './rpc/document.rpc';
import { fileRpc } from './rpc/file.rpc';

export const service = defineService({
  name: 'documents',
  config: documentsShape,
  resources: [document],
  locales: { fr, en },
  routes: [...documentRoutes, ...fileRoutes],
  rpc: [documentRpc, fileRpc],
  consumers: [onReservation],
  clients: { ticketing: ticketingV1.ReservationServiceDefinition },
  publishes: ['documents.document.v1'],
  bind: (container, ctx) => {
    const config = settings(ctx, documentsShape);
    // A typeface that is missing stops the service here rather than the first buyer's tickets.
    fontFaces();
    container
      .bind(PDF_RENDERER)
      .toConstantValue(new GotenbergRenderer(config.GOTENBERG_URL, config.GOTENBERG_TIMEOUT_MS));
    container
      .bind(VIRUS_SCANNER)
      .toConstantValue(
        config.CLAMD_URL ? new ClamdScanner(config.CLAMD_URL, config.CLAMD_TIMEOUT_MS) : noScanner,
      );
    const storage = storageSettings(config);
    container
      .bind(FILE_STORAGE)
      .toConstantValue('s3' in storage ? new S3Storage(storage.s3) : new FolderStorage(storage.folder));
  },
  checks: (ctx) => [{ name: 'storage', check: () => ctx.get(FILE_STORAGE).prepare() }],
  start: async (ctx) => {
    const storage = ctx.get(FILE_STORAGE);
    // A store that refuses us stops the service here; one that is away is asked again until it answers.
    await storage.prepare().catch((error: unknown) => {
      if (!isTransient(error)) throw error;
      ctx.log.warn({ err: error }, 'the store of the files does not answer yet');
    });
    return async () => storage.close();
  },
});
