import { Problem } from '@coulisse/service-kit';
import { convert, gotenberg, html, please, set, pipe, to } from 'gotenberg-js-client';
import type { PdfRenderer } from './pdf-renderer.port';

const A4 = {
  paperWidth: 8.27,
  paperHeight: 11.69,
  marginTop: 0,
  marginBottom: 0,
  marginLeft: 0,
  marginRight: 0,
};

/** Renders with Gotenberg's Chromium. Its JavaScript and network are disabled, so a page must inline everything. */
export class GotenbergRenderer implements PdfRenderer {
  constructor(
    private readonly url: string,
    private readonly timeoutMs: number,
  ) {}

  async render(page: string): Promise<Buffer> {
    // The client has no timeout option, but passes unknown options to node:http, which accepts a signal.
    const signal = AbortSignal.timeout(this.timeoutMs);
    const convertPage = pipe(
      gotenberg(`${this.url}/forms/chromium`, undefined, { signal }),
      convert,
      html,
      to(A4),
      // The client was written for an older Gotenberg: its types lack these fields, but it sends them.
      set((fields) =>
        Object.assign(fields, {
          preferCssPageSize: 'true',
          printBackground: 'true',
          generateTaggedPdf: 'true',
        }),
      ),
      please,
    );
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of await convertPage({ 'index.html': Buffer.from(page) }))
        chunks.push(Buffer.from(chunk));
      return checkedPdf(Buffer.concat(chunks));
    } catch (error) {
      throw new Problem('service.unavailable', { cause: error });
    }
  }
}

/** Checks the content: the client accepts any response with status 200. */
function checkedPdf(content: Buffer): Buffer {
  const isComplete =
    content.subarray(0, 5).toString('latin1') === '%PDF-' && content.subarray(-32).includes('%%EOF');
  if (!isComplete) throw new Error(`what came back is no PDF (${content.length} bytes)`);
  return content;
}
