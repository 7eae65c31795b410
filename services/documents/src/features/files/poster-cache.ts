import { Problem, type ServiceContext } from '@coulisse/service-kit';
import type { FileContents } from './file-content';
import { isImage } from './file.domain';
import { type CropKind, posterOf, type PosterWidth, type ViewWidth } from './poster';

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
  poster(id: string, width: PosterWidth, ctx: ServiceContext): Promise<Buffer> {
    return this.cropped('poster', id, width, ctx);
  }

  /** What is seen from a seat, likewise. */
  view(id: string, width: ViewWidth, ctx: ServiceContext): Promise<Buffer> {
    return this.cropped('view', id, width, ctx);
  }

  private async cropped(kind: CropKind, id: string, width: PosterWidth | ViewWidth, ctx: ServiceContext) {
    const key = `${kind}/${width}/${await this.contents.publicDigest(id, ctx)}`;
    const poster = this.posters.get(key);
    if (poster) {
      this.posters.delete(key);
      this.posters.set(key, poster);
      return poster;
    }
    return this.prepared.get(key) ?? this.begin(key, () => this.prepare(key, { kind, id, width }, ctx));
  }

  private begin(key: string, prepare: () => Promise<Buffer>): Promise<Buffer> {
    if (this.prepared.size >= PREPARED_AT_ONCE) throw new Problem('service.unavailable');
    const preparing = prepare().finally(() => this.prepared.delete(key));
    this.prepared.set(key, preparing);
    return preparing;
  }

  private async prepare(
    key: string,
    { kind, id, width }: { kind: CropKind; id: string; width: PosterWidth | ViewWidth },
    ctx: ServiceContext,
  ): Promise<Buffer> {
    const { mediaType, content } = await this.contents.readPublic(id, ctx);
    if (!isImage(mediaType)) throw new Problem('http.404');
    const poster = await this.draw(content, width, kind);
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
