import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { JsonText } from './route';

/** That of the gateway, which compresses all other responses: docs/adr/0054-what-is-compressed-and-where.md. */
const LEVEL = 5;
const compress = promisify(gzip);

/** Whether a client takes `gzip`, by its `Accept-Encoding`. */
export function acceptsGzip(header: string | undefined): boolean {
  const codings = (header ?? '').toLowerCase().split(',');
  return codings.some((coding) => {
    const [name, ...parameters] = coding.split(';').map((part) => part.trim());
    return name === 'gzip' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** The headers of a compressed body. Its ETag is weak: a strong one would promise the bytes of the text. */
export function gzipHeaders(headers: Record<string, string>): Record<string, string> {
  const { ETag, Vary, ...rest } = headers;
  return {
    ...rest,
    ...(ETag && { ETag: ETag.startsWith('W/') ? ETag : `W/${ETag}` }),
    Vary: Vary ? `${Vary}, Accept-Encoding` : 'Accept-Encoding',
    'Content-Encoding': 'gzip',
  };
}

/**
 * Keeps the compressed form of one large text for as long as what it is made of does not change. The first request for
 * a text gets it as it is: one that changes between two requests is never compressed here.
 */
export class KeptGzip {
  private source: string | undefined;
  private compressed: Promise<Buffer> | undefined;

  /** @param source what the text is made of @param make makes the text */
  async jsonOf(source: string, make: () => string): Promise<JsonText> {
    if (source !== this.source) {
      this.source = source;
      this.compressed = undefined;
      return new JsonText(make);
    }
    this.compressed ??= compress(make(), { level: LEVEL });
    return new JsonText(make, await this.compressed);
  }
}
