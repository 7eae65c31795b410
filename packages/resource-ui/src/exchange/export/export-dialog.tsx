import { useState } from 'react';
import { ApiProblem, type ResourceDescriptor } from '@coulisse/mfe-kit';
import { Button, Dialog, formatNumber, Notice, useLanguage, useUiText } from '@coulisse/ui-kit';
import { useCountQuery } from '../../data/list-queries';
import { type ListQuestion, questionRequest } from '../../data/list-state';
import type { Selection } from '../../data/selection';
import { useResourceText } from '../../locales';
import { traceOf, useProblemText } from '../../problem-text';
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
import { keepFormat, keptFormat } from './kept-format';
import { useExport } from './use-export';

/** More rows than this are written by a job. The server decides; the screen only says so. */
const AT_ONCE = 5_000;

interface ExportDialogProps {
  descriptor: ResourceDescriptor;
  question: ListQuestion;
  /** Names of the columns of the list, in its order. */
  shown: readonly string[];
  selection: Selection;
  onClose: () => void;
}

/** What goes into the file, and as what. */
export const ExportDialog = ({ descriptor, question, shown, selection, onClose }: ExportDialogProps) => {
  const text = useResourceText();
  const uiText = useUiText();
  const language = useLanguage();
  const problem = useProblemText();
  const picked = selection.all ? 0 : selection.ids.size;
  const [format, setFormat] = useState<ExportFormat>(keptFormat);
  const [what, setWhat] = useState<'selection' | 'list'>(picked > 0 ? 'selection' : 'list');
  const [set, setSet] = useState<ColumnSet>('shown');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(exportedColumns(descriptor, 'shown', shown, new Set())),
  );
  const found = useCountQuery(descriptor, questionRequest(question), true).data;
  const work = useExport(descriptor, onClose);

  const columns = exportedColumns(descriptor, set, shown, chosen);
  const count = what === 'selection' ? picked : (found?.total ?? null);
  const shownCount = (number: number, exact: boolean) =>
    `${formatNumber(number, language)}${exact ? '' : '+'}`;
  const total =
    found?.total === undefined || found.total === null
      ? null
      : shownCount(found.total, found.exact !== false);
  const long = what === 'list' && count !== null && count > AT_ONCE;
  const all = exportableFields(descriptor);

  const start = () => {
    keepFormat(format);
    void work.start({
      format,
      columns,
      question,
      ids: what === 'selection' ? [...selection.ids] : null,
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
              checked={what === 'selection'}
              onChange={() => setWhat('selection')}
            />
            <ChoiceCard
              title={total ? text('exchange.export.list', { total }) : text('exchange.export.list.unknown')}
              checked={what === 'list'}
              onChange={() => setWhat('list')}
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
          {EXPORT_FORMATS.map((one) => (
            <ChoiceCard
              key={one}
              title={text(`exchange.format.${one}`)}
              help={text(`exchange.format.${one}.help`)}
              checked={format === one}
              onChange={() => setFormat(one)}
            />
          ))}
        </ChoiceCards>
        <ChoiceCards name="columns" label={text('list.columns')}>
          {(['shown', 'all', 'chosen'] as const).map((one) => (
            <ChoiceCard
              key={one}
              title={text(`exchange.columns.${one}`, {
                shown: formatNumber(exportedColumns(descriptor, one, shown, chosen).length, language),
              })}
              help={one === 'all' ? text('exchange.columns.all.help') : undefined}
              checked={set === one}
              onChange={() => setSet(one)}
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
