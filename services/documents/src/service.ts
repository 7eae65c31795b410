import { exchange } from '@coulisse/resource-exchange';
import { defineResourceService } from '@coulisse/resource-server';
import { bindFeature, isTransient, settings } from '@coulisse/service-kit';
import { observeGauges } from '@coulisse/service-kit/telemetry';
import { documentsShape, storageSettings } from './config';
import { GotenbergRenderer } from './features/pdf/gotenberg-renderer';
import { PrintQueue } from './features/pdf/print-queue';
import { PDF_RENDERER } from './features/pdf/pdf-renderer.port';
import { FileContents } from './features/files/file-content';
import { UnusedFileRemoval } from './features/files/file-rounds';
import { PosterCache } from './features/files/poster-cache';
import { FileUploads } from './features/files/store-file.command';
import { ClamdScanner } from './features/files/clamd-scanner';
import { fileRoutes } from './features/files/file.routes';
import { noScanner, VIRUS_SCANNER } from './features/files/virus-scanner.port';
import { requireFontFiles } from './features/rendering/product-fonts';
import { PageRendering } from './features/rendering/render-page';
import { documentRoutes } from './features/storage/document.routes';
import { DocumentContents } from './features/storage/document-content';
import { FILE_STORAGE } from './features/storage/file-storage.port';
import { FolderStorage } from './features/storage/folder-storage';
import { S3Storage } from './features/storage/s3-storage';
import { LAYOUT_SETTINGS, Layouts } from './features/stamping/layouts';
import { Typefaces } from './features/stamping/typeface';
import { document } from './resources';
import { documentRpc } from './rpc/document.rpc';
import { renderRpc } from './rpc/render.rpc';
import { fileRpc } from './rpc/file.rpc';

const PRINTS = {
  'coulisse.prints.waiting': { description: 'Pages that wait to be printed', unit: '{page}' },
  'coulisse.prints.running': { description: 'Pages that are being printed', unit: '{page}' },
};

export const service = defineResourceService({
  name: 'documents',
  plansOnce: true,
  config: documentsShape,
  resources: [document],
  extensions: [exchange],
  publishes: ['documents.document.v1'],
  bind: (container, ctx) => {
    const config = settings(ctx, documentsShape);
    // A missing font file fails the start of the service, not the first document.
    requireFontFiles();
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
    bindFeature(container, DocumentContents, [FILE_STORAGE]);
    bindFeature(container, FileContents, [FILE_STORAGE]);
    container.bind(PosterCache).toConstantValue(new PosterCache(container.get(FileContents)));
    bindFeature(container, FileUploads, [FILE_STORAGE, VIRUS_SCANNER]);
    bindFeature(container, UnusedFileRemoval, [FILE_STORAGE]);
    container
      .bind(PrintQueue)
      .toConstantValue(
        new PrintQueue({ concurrency: config.GOTENBERG_CONCURRENCY, waiting: config.GOTENBERG_QUEUE }),
      );
    container
      .bind(Layouts)
      .toConstantValue(
        new Layouts(new Typefaces(), { ...LAYOUT_SETTINGS, bytes: config.LAYOUT_CACHE_MB * 1024 * 1024 }),
      );
    bindFeature(container, PageRendering, [PDF_RENDERER, FILE_STORAGE, PrintQueue, Layouts]);
  },
  compose: (container) => {
    const documentContents = container.get(DocumentContents);
    return {
      routes: [
        ...documentRoutes(documentContents),
        ...fileRoutes(container.get(FileUploads), container.get(FileContents), container.get(PosterCache)),
      ],
      rpc: [
        documentRpc(documentContents),
        fileRpc(container.get(UnusedFileRemoval), container.get(FileContents)),
        renderRpc(container.get(PageRendering)),
      ],
    };
  },
  checks: (_ctx, container) => [{ name: 'storage', check: () => container.get(FILE_STORAGE).prepare() }],
  start: async (ctx, container) => {
    const storage = container.get(FILE_STORAGE);
    // A storage that refuses access stops the service here; an unavailable one is retried until it responds.
    await storage.prepare().catch((error: unknown) => {
      if (!isTransient(error)) throw error;
      ctx.log.warn({ err: error }, 'file.storage_unavailable');
    });
    const prints = container.get(PrintQueue);
    const stopObserving = observeGauges(ctx.log, PRINTS, (report) => {
      const { waiting, running } = prints.counts;
      report('coulisse.prints.waiting', waiting);
      report('coulisse.prints.running', running);
    });
    return async () => {
      stopObserving();
      storage.close();
    };
  },
});
