import { useMutation } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { ApiProblem, useApi, useMay } from '@coulisse/mfe-kit';
import { Button, Card, ReasonDialog, useToast } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';

/** Work of a service that administrators start again or end. */
export interface ServiceItem {
  service: string;
  id: string;
}

/** What can be done to an item: its last path segment and its texts. */
interface Ending {
  action: '_cancel' | '_discard';
  label: string;
  icon: ReactNode;
  /** Title of the dialog that asks for the reason. */
  title: string;
  keep: string;
  done: string;
}

export interface ServiceItemsProps<Item extends ServiceItem> {
  items: readonly Item[];
  /** API path of the list. */
  path: string;
  columns: readonly { label: string; isNumber?: boolean }[];
  /** Of the column of actions, for screen readers. */
  actionsLabel: string;
  retry: { label: string; done: string };
  end: Ending;
  mayRetry: (item: Item) => boolean;
  mayEnd: (item: Item) => boolean;
  /** What an item is called, for screen readers. */
  nameOf: (item: Item) => string;
  /** What ending an item means. */
  consequenceOf: (item: Item) => string;
  /** A row; `actions` is its last cell, for users who may change items. */
  rowOf: (item: Item, actions: ReactNode) => ReactNode;
  onChanged: () => Promise<void>;
}

/** The table of a list that the gateway merges from all services. */
export function ServiceItems<Item extends ServiceItem>({
  items,
  path,
  columns,
  actionsLabel,
  retry,
  end,
  mayRetry,
  mayEnd,
  nameOf,
  consequenceOf,
  rowOf,
  onChanged,
}: ServiceItemsProps<Item>) {
  const api = useApi();
  const toast = useToast();
  const problem = useProblemText();
  const mayChange = useMay()('core.failed-delivery.update');
  const [ending, setEnding] = useState<Item | null>(null);
  const pathOf = ({ service, id }: ServiceItem) => `${path}/${service}/${id}`;
  const retrying = useMutation({
    mutationFn: (item: Item) => api.post(`${pathOf(item)}/_retry`),
    onSuccess: () => toast.good(retry.done),
    onError: (failure) => toast.bad(problem(failure)),
    onSettled: onChanged,
  });
  const actionsOf = (item: Item) => (
    <td className="a-row-actions">
      {mayRetry(item) && (
        <Button
          size="small"
          busy={retrying.isPending && retrying.variables.id === item.id}
          icon={<RotateCw aria-hidden />}
          aria-label={`${retry.label}, ${nameOf(item)}`}
          onClick={() => retrying.mutate(item)}
        >
          {retry.label}
        </Button>
      )}
      {mayEnd(item) && (
        <Button
          size="small"
          kind="danger"
          icon={end.icon}
          aria-label={`${end.label}, ${nameOf(item)}`}
          onClick={() => setEnding(item)}
        >
          {end.label}
        </Button>
      )}
    </td>
  );
  return (
    <Card className="a-table">
      <table>
        <thead>
          <tr>
            {columns.map(({ label, isNumber }) => (
              <th key={label} scope="col" className={isNumber ? 'c-num' : undefined}>
                {label}
              </th>
            ))}
            {mayChange && (
              <th scope="col">
                <span className="c-hidden">{actionsLabel}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Fragment key={`${item.service} ${item.id}`}>
              {rowOf(item, mayChange ? actionsOf(item) : null)}
            </Fragment>
          ))}
        </tbody>
      </table>
      {ending && (
        <EndDialog
          end={end}
          path={`${pathOf(ending)}/${end.action}`}
          onClose={() => setEnding(null)}
          onDone={() => {
            setEnding(null);
            toast.good(end.done);
            void onChanged();
          }}
        >
          {consequenceOf(ending)}
        </EndDialog>
      )}
    </Card>
  );
}

interface EndDialogProps {
  end: Ending;
  /** API path that is sent the reason. */
  path: string;
  children: string;
  onClose: () => void;
  onDone: () => void;
}

const EndDialog = ({ end, path, children, onClose, onDone }: EndDialogProps) => {
  const api = useApi();
  const problem = useProblemText();
  const send = useMutation({
    mutationFn: (reason: string) => api.post(path, { reason }),
    onSuccess: onDone,
  });
  const errors = send.error instanceof ApiProblem ? send.error.errors : [];
  const error = errors.find(({ pointer }) => pointer === '/reason')?.detail;
  return (
    <ReasonDialog
      title={end.title}
      confirm={end.label}
      keep={end.keep}
      danger
      busy={send.isPending}
      error={error}
      refusal={send.isError && !error ? problem(send.error) : undefined}
      onConfirm={send.mutate}
      onClose={onClose}
    >
      {children}
    </ReasonDialog>
  );
};
