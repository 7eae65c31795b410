import { type Embedding, embeddingPath, isEmbeddingOrigin } from '@coulisse/contracts/embedding';
import type { Logger } from 'pino';
import { MissingRecord, type ReadPublic } from './public-pages';

/** For so long a change of the settings may go unnoticed. */
const FRESH_MS = 5_000;
const REMEMBERED = 500;

interface Known {
  origins: Promise<readonly string[]>;
  readAt: number;
}

export interface EmbeddingOriginsOptions {
  read: ReadPublic;
  log: Logger;
  now?: () => number;
}

/**
 * The sites that may embed the pages of a theatre. None while they cannot be read: the frame stays empty, and the element
 * around it shows a link.
 */
export class EmbeddingOrigins {
  private readonly entries = new Map<string, Known>();
  private readonly now: () => number;

  constructor(private readonly options: EmbeddingOriginsOptions) {
    this.now = options.now ?? Date.now;
  }

  /** By the id of a theatre, its short name or the id of one of its shows. */
  of(key: string): Promise<readonly string[]> {
    const earlier = this.entries.get(key);
    if (earlier && this.now() - earlier.readAt < FRESH_MS) return earlier.origins;
    const origins = this.read(key);
    this.entries.delete(key);
    this.entries.set(key, { origins, readAt: this.now() });
    const [oldest] = this.entries.keys();
    if (this.entries.size > REMEMBERED && oldest !== undefined) this.entries.delete(oldest);
    return origins;
  }

  private async read(key: string): Promise<readonly string[]> {
    try {
      const { origins } = (await this.options.read(embeddingPath(key), 'fr')) as Embedding;
      return origins.filter(isEmbeddingOrigin);
    } catch (error) {
      if (!(error instanceof MissingRecord))
        this.options.log.warn({ err: error, key }, 'pages.embedding_not_read');
      return [];
    }
  }
}
