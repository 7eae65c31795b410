import { onDemand } from '@coulisse/ui-kit';
import { addTexts } from '../add-texts';

/** The editor of the lines of a document, with its texts; a file of its own. */
export const LinesEditor = onDemand(async () => {
  const part = await import('@coulisse/resource-lines');
  addTexts(part.linesLocales);
  return part.LinesEditor;
});
