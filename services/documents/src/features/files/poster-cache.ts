import { Problem, type ServiceContext } from '@coulisse/service-kit';
import type { FileContents } from './file-content';
import { isImage } from './file.domain';
import { posterOf, type PosterWidth } from './poster';

/** About a thousand posters; others are drawn again from the stored picture. */
const KEPT_BYTES = 48 * 1024 * 1024;
/** Posters that are waited for; a visitor who comes then is asked to come again. */
const PREPARED_AT_ONCE = 64;

/** Public pictures in the sizes of the public pages. A file never changes, so neither does its poster. */
export class PosterCache {
  /** Read last, least recently first. */
  private readonly posters = new Map<string, Buffer>();
  private readonly prepared = new Map<string, Promise<Buffer>>();
  private bytes = 0;

  constructor(
    private readonly contents: Pick<FileContents, 'publicDigest' | 'readPublic'>,
    private readonly draw: typeof posterOf = posterOf,
    private readonly most = KEPT_BYTES,
  ) {}

  /** The poster of a file that is public at this moment. */
  async poster(id: string, width: PosterWidth, ctx: ServiceContext): Promise<Buffer> {
    const key = `${width}/${await this.contents.publicDigest(id, ctx)}`;
    const poster = this.posters.get(key);
    if (poster) {
      this.posters.delete(key);
      this.posters.set(key, poster);
      return poster;
    }
    return this.prepared.get(key) ?? this.begin(key, id, width, ctx);
  }

  private begin(key: string, id: string, width: PosterWidth, ctx: ServiceContext): Promise<Buffer> {
    if (this.prepared.size >= PREPARED_AT_ONCE) throw new Problem('service.unavailable');
    const preparing = this.prepare(key, id, width, ctx).finally(() => this.prepared.delete(key));
    this.prepared.set(key, preparing);
    return preparing;
  }

  private async prepare(key: string, id: string, width: PosterWidth, ctx: ServiceContext) {
    const { mediaType, content } = await this.contents.readPublic(id, ctx);
    if (!isImage(mediaType)) throw new Problem('http.404');
    const poster = await this.draw(content, width);
    this.posters.set(key, poster);
    this.bytes += poster.length;
    for (const [oldest, { length }] of this.posters) {
      if (this.bytes <= this.most) break;
      this.posters.delete(oldest);
      this.bytes -= length;
    }
    return poster;
  }
}
