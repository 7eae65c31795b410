import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import {
  ApiProblem,
  type ResourceDescriptor,
  type ResourceScreens,
  useApi,
  useResources,
  useResourceScreens,
} from '@coulisse/mfe-kit';
import { Button, ConfirmDialog, Dialog, useLanguage, useToast } from '@coulisse/ui-kit';
import {
  type RecordAnswer,
  useProblemText,
  useRemoveFromCache,
  useResourceText,
} from '@coulisse/resource-client';
import { titleOf } from '@coulisse/resource-fields';
import { type LinkedData, linksOf } from './linked-data';

interface DeletionProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  record: RecordAnswer;
  /** Offered when the record cannot be deleted but can be archived. */
  onArchive?: () => void;
  /** Called after the deletion; default: back to the list. */
  onDeleted?: () => void;
  onClose: () => void;
}

/** Confirms and deletes a record; when other records reference it, lists them with links. */
export const Deletion = ({ descriptor, screens, record, onArchive, onDeleted, onClose }: DeletionProps) => {
  const api = useApi();
  const text = useResourceText();
  const toast = useToast();
  const navigate = useNavigate();
  const forget = useRemoveFromCache(descriptor);
  const problem = useProblemText();
  const name = titleOf(descriptor, record, useLanguage());
  const removal = useMutation({
    mutationFn: () => api.delete(`${descriptor.path}/${record.id}`, { ifMatch: record.version }),
    onSuccess: async () => {
      toast.good(text('record.deleted', { name }));
      // Leave the page first: a query that is still shown would be fetched again.
      if (onDeleted) onDeleted();
      else await navigate(screens.list, { replace: true });
      await forget(record.id);
    },
    onError: (failure) => {
      if (failure instanceof ApiProblem && linksOf(failure).length > 0) return;
      toast.bad(problem(failure));
      onClose();
    },
  });
  const links = removal.error instanceof ApiProblem ? linksOf(removal.error) : [];
  if (links.length > 0)
    return (
      <Dialog
        title={text('record.linked.title', { name })}
        onClose={onClose}
        footer={
          <>
            {onArchive && (
              <Button
                onClick={() => {
                  onArchive();
                  onClose();
                }}
              >
                {text('record.linked.archive')}
              </Button>
            )}
            <Button kind="main" onClick={onClose}>
              {text('record.linked.understood')}
            </Button>
          </>
        }
      >
        <p>{text('record.linked.body')}</p>
        <ul className="r-linked" role="list" data-testid="linked-data">
          {links.map((link) => (
            <Linked key={`${link.resource}/${link.field}`} link={link} id={record.id} />
          ))}
        </ul>
      </Dialog>
    );
  return (
    <ConfirmDialog
      danger
      title={text('record.delete.title', { name })}
      confirm={text('record.delete')}
      busy={removal.isPending}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      {text('record.delete.body')}
    </ConfirmDialog>
  );
};

const Linked = ({ link, id }: { link: LinkedData; id: string }) => {
  const text = useResourceText();
  const language = useLanguage();
  const target = useResources().find((resource) => resource.name === link.resource) ?? null;
  const screens = useResourceScreens(target);
  const field = target?.fields.find((candidate) => candidate.name === link.field);
  const label = link.label || (target?.plural[language] ?? link.resource);
  const title = text('record.linked.count', { label, count: link.count });
  const all = `${screens?.list}?${new URLSearchParams([[`f.${link.field}.eq`, id]])}`;
  return (
    <li>
      <b>{screens && field ? <Link to={all}>{title}</Link> : title}</b>
      {link.sample.map((record) => (
        <span key={record.id}>
          {screens ? (
            <Link to={screens.record(record.id)}>{record.label || record.id}</Link>
          ) : (
            record.label || record.id
          )}
        </span>
      ))}
      {link.count > link.sample.length && (
        <span className="c-faint">
          {text('record.linked.more', { count: link.count - link.sample.length })}
        </span>
      )}
    </li>
  );
};
