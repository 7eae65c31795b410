// node pdf-text.mjs <file>: the text of a PDF.
import { readFileSync } from 'node:fs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const data = new Uint8Array(readFileSync(process.argv[2]));
const pdf = await getDocument({ data, verbosity: 0, isEvalSupported: false }).promise;
for (let number = 1; number <= pdf.numPages; number++) {
  const content = await (await pdf.getPage(number)).getTextContent();
  console.log(content.items.map((item) => ('str' in item ? item.str : '')).join(' '));
}
