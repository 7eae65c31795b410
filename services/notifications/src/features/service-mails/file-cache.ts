import type { ServiceContext } from '@coulisse/service-kit';
import type { MailAttachment } from '../mail/mail-sender.port';

/** Some templates with their files: a batch of mails of one template reads them once. */
const KEPT_BYTES = 32 * 1024 * 1024;
const CALL_DEADLINE_MS = 10_000;

/** An uploaded file of a service of a tenant. */
export interface OwnedFile {
  readonly tenantId: string;
  readonly fileId: string;
  readonly owner: string;
}

/** Uploaded files that go with mails. A file never changes, so that one that was read is not read again. */
export class FileCache {
  /** Least recently used first. */
  private readonly files = new Map<string, MailAttachment>();
  private readonly running = new Map<string, Promise<MailAttachment>>();
  private bytes = 0;

  constructor(private readonly most = KEPT_BYTES) {}

  async get(file: OwnedFile, ctx: Pick<ServiceContext, 'clients'>): Promise<MailAttachment> {
    const key = `${file.tenantId}/${file.owner}/${file.fileId}`;
    const cached = this.files.get(key);
    if (cached) {
      this.files.delete(key);
      this.files.set(key, cached);
      return cached;
    }
    const running = this.running.get(key) ?? this.read(key, file, ctx);
    this.running.set(key, running);
    return running;
  }

  private async read(
    key: string,
    file: OwnedFile,
    { clients }: Pick<ServiceContext, 'clients'>,
  ): Promise<MailAttachment> {
    try {
      const { fileName, mediaType, content } = await clients.files.getFile(file, {
        deadlineMs: CALL_DEADLINE_MS,
      });
      const read = { fileName, mediaType, content: Buffer.from(content) };
      this.keep(key, read);
      return read;
    } finally {
      this.running.delete(key);
    }
  }

  private keep(key: string, file: MailAttachment): void {
    this.files.set(key, file);
    this.bytes += file.content.length;
    for (const [oldest, { content }] of this.files) {
      if (this.bytes <= this.most) break;
      this.files.delete(oldest);
      this.bytes -= content.length;
    }
  }
}
