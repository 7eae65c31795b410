/**
 * Number of pages of a PDF, counted by its page objects, which Chromium writes uncompressed. Null for a document whose
 * objects are in compressed streams.
 */
export function pageCount(pdf: Buffer): number | null {
  const found = pdf.toString('latin1').match(/\/Type\s*\/Page(?![a-zA-Z])/g);
  return found ? found.length : null;
}
