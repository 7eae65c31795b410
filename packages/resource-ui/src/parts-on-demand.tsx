import { Suspense } from 'react';
import { onDemand, Opening } from '@coulisse/ui-kit';
import { loadEdits } from '@coulisse/resource-fields';
import { addTexts } from './add-texts';

// The first list needs none of these: each is a file of its own, loaded when it is first shown.

/** Loads a part together with the editors of the kinds of fields: it moves the focus into one when it opens. */
const withEdits = async <T,>(load: () => Promise<T>): Promise<T> => {
  const [part] = await Promise.all([load(), loadEdits()]);
  return part;
};

export const ResourceForm = onDemand(
  async () => (await withEdits(() => import('./form/resource-form'))).ResourceForm,
);
export const ResourceEdit = onDemand(
  async () => (await withEdits(() => import('./form/resource-edit'))).ResourceEdit,
);
export const ResourceRecord = onDemand(
  async () => (await withEdits(() => import('./record/resource-record'))).ResourceRecord,
);
export const SidePanel = onDemand(async () => (await import('./list/side-panel')).SidePanel);
export const CellEditor = onDemand(
  async () => (await withEdits(() => import('./list/cell-editor'))).CellEditor,
);
export const FilterEditor = onDemand(
  async () => (await withEdits(() => import('./list/filter-editor'))).FilterEditor,
);
export const FieldChoice = onDemand(async () => (await import('./list/filter-editor')).FieldChoice);
export const AdvancedFilter = onDemand(
  async () => (await withEdits(() => import('./list/advanced-filter'))).AdvancedFilter,
);
export const Deletion = onDemand(async () => (await import('./record/deletion')).Deletion);
export const TraySheet = onDemand(async () => (await import('./jobs/tray-sheet')).TraySheet);
const LaterKeysSheet = onDemand(async () => (await import('./keys/keys-sheet')).KeysSheet);
/** The shortcuts of the current screen. */
export const KeysSheet = (props: { onClose: () => void }) => (
  <Opening onClose={props.onClose}>
    <LaterKeysSheet {...props} />
  </Opening>
);
export const BulkBar = onDemand(async () => (await import('./list/bulk-bar')).BulkBar);
const LaterViewIcon = onDemand(async () => (await import('./views/view-icons')).ViewIcon);
/** The icon of a view; a view need not have one. */
export const ViewIcon = ({ name }: { name: string | null }) =>
  name && (
    <Suspense fallback={<span className="c-icon" />}>
      <LaterViewIcon name={name} />
    </Suspense>
  );
export const ViewDialog = onDemand(async () => (await import('./views/view-dialog')).ViewDialog);
export const ColumnChoices = onDemand(async () => (await import('./list/column-choices')).ColumnChoices);
export const OrderedList = onDemand(async () => (await import('./list/ordered-rows')).OrderedList);
export const OrderedRow = onDemand(async () => (await import('./list/ordered-rows')).OrderedRow);

export const Board = onDemand(async () => {
  const part = await import('@coulisse/resource-board');
  addTexts(part.boardLocales);
  return part.Board;
});

export const TemplateList = onDemand(async () => (await import('./templates/template-list')).default);
export const TemplatePage = onDemand(async () => (await import('./templates/template-page')).default);

const exchange = async () => {
  const part = await import('@coulisse/resource-exchange-ui');
  addTexts(part.exchangeLocales);
  return part;
};
export const ExportDialog = onDemand(async () => (await exchange()).ExportDialog);
export const ResourceImport = onDemand(async () => (await exchange()).ResourceImport);
