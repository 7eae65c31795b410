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

/** Gotenberg's Chromium. Its JavaScript and its network are off: a page brings everything with it. */
export class GotenbergRenderer implements PdfRenderer {
  constructor(
    private readonly url: string,
    private readonly timeoutMs: number,
  ) {}

  async render(page: string): Promise<Buffer> {
    // The client itself knows no time limit; what it does not know it hands to node:http, which takes a signal.
    const signal = AbortSignal.timeout(this.timeoutMs);
    const ask = pipe(
      gotenberg(`${this.url}/forms/chromium`, undefined, { signal }),
      convert,
      html,
      to(A4),
      // The client was written for an older Gotenberg: it does not list these two fields, and sends them all the same.
      set((fields) => Object.assign(fields, { preferCssPageSize: 'true', printBackground: 'true' })),
      please,
    );
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of await ask({ 'index.html': Buffer.from(page) }))
        chunks.push(Buffer.from(chunk));
      return checkedPdf(Buffer.concat(chunks));
    } catch (error) {
      throw new Problem('service.unavailable', { cause: error });
    }
  }
}

/** The client takes any answer with status 200 for a document. */
function checkedPdf(content: Buffer): Buffer {
  const whole =
    content.subarray(0, 5).toString('latin1') === '%PDF-' && content.subarray(-32).includes('%%EOF');
  if (!whole) throw new Error(`what came back is no PDF (${content.length} bytes)`);
  return content;
}
