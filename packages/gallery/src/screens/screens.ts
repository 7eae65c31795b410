import { type DocumentSampleName, sampleRows } from '@coulisse/resource-samples';
import type { ScreenServer } from './screen-servers';

export interface SampleScreenDefinition {
  /** Address in the frame's router. */
  path: string;
  server: ScreenServer;
  /** A document that is shown instead of the screen of the path. */
  document?: DocumentSampleName;
}

const LIST = '/sample/gadgets';
const RECORD = `${LIST}/${sampleRows[0]?.id ?? ''}`;

/** The generic screens of the sample resource, each with what its server answers. */
export const SCREENS = {
  'list-rows': { path: LIST, server: 'complete' },
  'list-loading': { path: LIST, server: 'silent' },
  'list-empty': { path: LIST, server: 'empty' },
  'list-error': { path: LIST, server: 'failing' },
  'record-complete': { path: `${RECORD}/informations`, server: 'complete' },
  'record-missing': { path: `${LIST}/gadget-999/informations`, server: 'complete' },
  'record-error': { path: `${RECORD}/informations`, server: 'failing' },
  'form-new': { path: `${LIST}/add`, server: 'complete' },
  'form-edit': { path: `${RECORD}/edit`, server: 'complete' },
  'import-file': { path: `${LIST}/import`, server: 'complete' },
  'board-cards': { path: `${LIST}?type=kanban&by=state`, server: 'complete' },
  'lines-quote': { path: LIST, server: 'complete', document: 'quote' },
  'lines-twelve': { path: LIST, server: 'complete', document: 'twelve' },
  'lines-empty': { path: LIST, server: 'complete', document: 'empty' },
  'lines-many': { path: LIST, server: 'complete', document: 'many' },
  'lines-errors': { path: LIST, server: 'complete', document: 'errors' },
  'lines-readonly': { path: LIST, server: 'complete', document: 'readonly' },
  'board-empty': { path: `${LIST}?type=kanban&by=state`, server: 'empty' },
} satisfies Record<string, SampleScreenDefinition>;

export type ScreenName = keyof typeof SCREENS;

export const isScreenName = (name: string): name is ScreenName => name in SCREENS;
