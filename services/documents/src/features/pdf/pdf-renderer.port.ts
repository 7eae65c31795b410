import type { ServiceIdentifier } from 'inversify';

/** Turns one HTML page, everything inlined, into a PDF. */
export interface PdfRenderer {
  render(html: string): Promise<Buffer>;
}

export const PDF_RENDERER: ServiceIdentifier<PdfRenderer> = Symbol('PdfRenderer');
