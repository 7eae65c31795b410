import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { Button, Dialog, formatNumber, Notice, useLanguage, useUiText } from '@coulisse/ui-kit';
import { type BulkResult, type ListRow, reasonOf, useResourceText } from '@coulisse/resource-client';
import { titleOf } from '@coulisse/resource-fields';
import type { Report } from './use-bulk';

interface RefusalsProps {
  descriptor: ResourceDescriptor;
  results: readonly BulkResult[];
  /** Rows loaded before, for their labels. */
  rows: ReadonlyMap<string, ListRow>;
}

/** The records that were not changed, each with its reason. */
export const Refusals = ({ descriptor, results, rows }: RefusalsProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const nameOf = ({ id, label }: BulkResult): string => {
    const row = rows.get(id);
    return row ? titleOf(descriptor, row, language) : (label ?? id);
  };
  return (
    <ul role="list" className="r-refusals">
      {results.map((result) => (
        <li key={result.id}>
          <b>{nameOf(result)}</b>
          <span>{reasonOf(result) || text('error.unknown')}</span>
        </li>
      ))}
    </ul>
  );
};

interface BulkReportProps {
  descriptor: ResourceDescriptor;
  rows: ReadonlyMap<string, ListRow>;
  report: Report;
  onClose: () => void;
}

/** Report of a bulk action: the failed records; the others are done. */
export const BulkReport = ({ descriptor, rows, report, onClose }: BulkReportProps) => {
  const text = useResourceText();
  const uiText = useUiText();
  const language = useLanguage();
  const { done, failed, results } = report.answer;
  return (
    <Dialog
      title={text('list.report', { count: failed, shown: formatNumber(failed, language) })}
      onClose={onClose}
      footer={
        <Button kind="main" onClick={onClose}>
          {uiText('action.close')}
        </Button>
      }
    >
      <div className="r-report" data-testid="bulk-report">
        {done > 0 && (
          <Notice tone="good">
            {text('list.report.done', { count: done, shown: formatNumber(done, language) })}
          </Notice>
        )}
        <p className="c-soft">{text('list.report.kept')}</p>
        <Refusals descriptor={descriptor} results={results.filter(({ ok }) => !ok)} rows={rows} />
      </div>
    </Dialog>
  );
};
