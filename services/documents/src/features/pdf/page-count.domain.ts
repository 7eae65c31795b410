/**
 * Number of pages of a PDF, read from its page objects. Chromium writes them in the clear; a document that hides them
 * in compressed object streams answers null rather than a guess.
 */
export function pageCount(pdf: Buffer): number | null {
  const found = pdf.toString('latin1').match(/\/Type\s*\/Page(?![a-zA-Z])/g);
  return found ? found.length : null;
}
