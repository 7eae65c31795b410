import '../styles/timeline.css';
import { useQuery } from '@tanstack/react-query';
import { type ResourceDescriptor, useApi } from '@coulisse/mfe-kit';
import { Button, Dialog, SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import {
  type Difference,
  differences,
  type HistoryItem,
  isEmpty,
  type RecordAnswer,
  useResourceText,
  writersSince,
} from '@coulisse/resource-client';
import { Failure, kindOf } from '@coulisse/resource-fields';

interface ConflictDialogProps {
  descriptor: ResourceDescriptor;
  /** The version on the screen when the editing began. */
  seen: RecordAnswer;
  /** The typed values, by field. */
  mine: Readonly<Record<string, unknown>>;
  onTakeTheirs: (latest: RecordAnswer) => void;
  onWriteMine: (latest: RecordAnswer) => void;
  /** Closes the dialog without a decision; the typed values stay. */
  onClose: () => void;
}

const HISTORY = 20;

/** Shown when another user saved first: who, their values, the user's own, and the choice between the two. */
export const ConflictDialog = (props: ConflictDialogProps) => {
  const { descriptor, seen, mine, onTakeTheirs, onWriteMine, onClose } = props;
  const api = useApi();
  const text = useResourceText();
  const latest = useQuery({
    queryKey: ['conflict', descriptor.name, seen.id, seen.version],
    queryFn: async ({ signal }) => {
      const address = `${descriptor.path}/${seen.id}`;
      const [record, history] = await Promise.all([
        api.get<RecordAnswer>(address, { signal }),
        // The name of the other user is optional.
        api
          .get<{ items: HistoryItem[] }>(`${address}/history?size=${HISTORY}`, { signal })
          .catch(() => ({ items: [] as HistoryItem[] })),
      ]);
      return { record, writers: writersSince(history.items, seen.updatedAt) };
    },
    gcTime: 0,
    staleTime: 0,
  });
  const writers = latest.data?.writers.join(', ');
  const data = latest.data;
  return (
    <Dialog
      size="large"
      title={writers ? text('record.conflict.who', { who: writers }) : text('record.conflict.title')}
      onClose={onClose}
      footer={
        data && (
          <>
            <Button kind="quiet" onClick={onClose}>
              {text('record.conflict.back')}
            </Button>
            <Button onClick={() => onTakeTheirs(data.record)} data-testid="conflict-theirs">
              {text('record.conflict.theirs')}
            </Button>
            <Button kind="main" onClick={() => onWriteMine(data.record)} data-testid="conflict-mine">
              {text('record.conflict.mine')}
            </Button>
          </>
        )
      }
    >
      <p className="r-conflict-kept">{text('record.conflict.kept')}</p>
      {latest.isPending && <SkeletonLines lines={4} />}
      {latest.isError && <Failure failure={latest.error} onRetry={() => void latest.refetch()} />}
      {data && <Differences found={differences(descriptor.fields, seen, data.record, mine)} />}
    </Dialog>
  );
};

const Differences = ({ found }: { found: readonly Difference[] }) => {
  const text = useResourceText();
  const language = useLanguage();
  const write = (difference: Difference, value: unknown) =>
    isEmpty(value) ? (
      <span className="c-faint">—</span>
    ) : (
      kindOf(difference.field).text(value, difference.field, language)
    );
  return (
    <div className="r-scroll" data-testid="conflict">
      <table className="r-table r-conflict" data-lines>
        <thead>
          <tr>
            <th scope="col">{text('record.conflict.field')}</th>
            <th scope="col">{text('record.conflict.before')}</th>
            <th scope="col">{text('record.conflict.now')}</th>
            <th scope="col">{text('record.conflict.typed')}</th>
          </tr>
        </thead>
        <tbody>
          {found.map((difference) => (
            <tr key={difference.field.name}>
              <th scope="row">{difference.field.label[language]}</th>
              <td className="c-soft">{write(difference, difference.before)}</td>
              <td>{write(difference, difference.theirs)}</td>
              <td>
                {difference.mine === undefined ? (
                  <span className="c-faint">{text('record.conflict.untouched')}</span>
                ) : (
                  <b>{write(difference, difference.mine)}</b>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
