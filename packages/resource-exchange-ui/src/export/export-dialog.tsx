import { useState } from 'react';
import { ApiProblem, type ResourceDescriptor } from '@coulisse/mfe-kit';
import { Button, Dialog, formatNumber, Notice, useLanguage, useUiText } from '@coulisse/ui-kit';
import {
  type ListQuery,
  queryParams,
  type Selection,
  traceOf,
  useCountQuery,
  useProblemText,
  useResourceText,
} from '@coulisse/resource-client';
import { ChoiceCard, ChoiceCards } from '../choice-cards';
import { ColumnTicks } from './column-ticks';
import {
  type ColumnSet,
  EXPORT_FORMATS,
  exportableFields,
  exportedColumns,
  type ExportFormat,
  ID_COLUMN,
} from './export-choice';
import { storeFormat, storedFormat } from './stored-format';
import { useExport } from './use-export';

/** Above this number of rows a job writes the file. The server decides; the screen only shows a note. */
const AT_ONCE = 5_000;

interface ExportDialogProps {
  descriptor: ResourceDescriptor;
  question: ListQuery;
  /** Names of the columns of the list, in its order. */
  shown: readonly string[];
  selection: Selection;
  onClose: () => void;
}

/** Dialog to choose the rows, columns and format of an export. */
export const ExportDialog = ({ descriptor, question, shown, selection, onClose }: ExportDialogProps) => {
  const text = useResourceText();
  const uiText = useUiText();
  const language = useLanguage();
  const problem = useProblemText();
  const picked = selection.all ? 0 : selection.ids.size;
  const [format, setFormat] = useState<ExportFormat>(storedFormat);
  const [source, setSource] = useState<'selection' | 'list'>(picked > 0 ? 'selection' : 'list');
  const [set, setSet] = useState<ColumnSet>('shown');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(exportedColumns(descriptor, 'shown', shown, new Set())),
  );
  const found = useCountQuery(descriptor, queryParams(question), true).data;
  const work = useExport(descriptor, onClose);

  const columns = exportedColumns(descriptor, set, shown, chosen);
  const count = source === 'selection' ? picked : (found?.total ?? null);
  const shownCount = (number: number, exact: boolean) =>
    `${formatNumber(number, language)}${exact ? '' : '+'}`;
  const total =
    found?.total === undefined || found.total === null
      ? null
      : shownCount(found.total, found.exact !== false);
  const long = source === 'list' && count !== null && count > AT_ONCE;
  const all = exportableFields(descriptor);

  const start = () => {
    storeFormat(format);
    void work.start({
      format,
      columns,
      question,
      ids: source === 'selection' ? [...selection.ids] : null,
    });
  };
  return (
    <Dialog
      title={text('exchange.export.title', { name: descriptor.plural[language] })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{uiText('action.cancel')}</Button>
          <Button
            kind="main"
            busy={work.busy}
            disabledBecause={
              columns.length === 0
                ? text('exchange.export.noColumn')
                : count === 0
                  ? text('exchange.export.nothing')
                  : undefined
            }
            data-testid="export-start"
            onClick={start}
          >
            {text('list.export')}
          </Button>
        </>
      }
    >
      <div className="r-export">
        {picked > 0 && (
          <ChoiceCards name="what" label={text('exchange.export.what')}>
            <ChoiceCard
              title={text('exchange.export.selection', {
                count: picked,
                shown: formatNumber(picked, language),
              })}
              checked={source === 'selection'}
              onChange={() => setSource('selection')}
            />
            <ChoiceCard
              title={total ? text('exchange.export.list', { total }) : text('exchange.export.list.unknown')}
              checked={source === 'list'}
              onChange={() => setSource('list')}
            />
          </ChoiceCards>
        )}
        {picked === 0 && (
          <p data-testid="export-count">
            {total
              ? text('exchange.export.rows', { count: found?.total ?? 0, total })
              : text('exchange.export.counting')}
          </p>
        )}
        <ChoiceCards name="format" label={text('exchange.export.format')} row>
          {EXPORT_FORMATS.map((exportFormat) => (
            <ChoiceCard
              key={exportFormat}
              title={text(`exchange.format.${exportFormat}`)}
              help={text(`exchange.format.${exportFormat}.help`)}
              checked={format === exportFormat}
              onChange={() => setFormat(exportFormat)}
            />
          ))}
        </ChoiceCards>
        <ChoiceCards name="columns" label={text('list.columns')}>
          {(['shown', 'all', 'chosen'] as const).map((columnSet) => (
            <ChoiceCard
              key={columnSet}
              title={text(`exchange.columns.${columnSet}`, {
                shown: formatNumber(exportedColumns(descriptor, columnSet, shown, chosen).length, language),
              })}
              help={columnSet === 'all' ? text('exchange.columns.all.help') : undefined}
              checked={set === columnSet}
              onChange={() => setSet(columnSet)}
            />
          ))}
        </ChoiceCards>
        {set === 'chosen' && (
          <ColumnTicks
            choices={[
              ...all.map(({ name, label }) => ({ name, label: label[language] })),
              { name: ID_COLUMN, label: text('exchange.columns.id') },
            ]}
            chosen={chosen}
            onChange={setChosen}
          />
        )}
        {long && <Notice>{text('exchange.export.long', { count: formatNumber(AT_ONCE, language) })}</Notice>}
        {work.failure !== null && (
          <Notice tone="bad">
            {problem(work.failure)}
            {work.failure instanceof ApiProblem && work.failure.errors.length > 0 && (
              <ul>
                {work.failure.errors.map(({ pointer, detail }) => (
                  <li key={pointer}>{detail}</li>
                ))}
              </ul>
            )}
            {traceOf(work.failure) && (
              <small>
                {' '}
                {uiText('error.reference')} {traceOf(work.failure)}
              </small>
            )}
          </Notice>
        )}
      </div>
    </Dialog>
  );
};
