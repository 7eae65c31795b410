import { useMutation } from '@tanstack/react-query';
import { Ellipsis, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type ResourceDescriptor, type ResourceScreens, useApi } from '@coulisse/mfe-kit';
import { Button, ConfirmDialog, Menu, useLanguage, useToast } from '@coulisse/ui-kit';
import { type RecordAnswer, useForget } from '../data/queries';
import { useResourceText } from '../locales';
import { useProblemText } from '../problem-text';
import { titleOf } from '../title';

interface RecordMenuProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  record: RecordAnswer;
}

/** What is rare or cannot be undone, one step away from the hand. */
export const RecordMenu = ({ descriptor, screens, record }: RecordMenuProps) => {
  const text = useResourceText();
  const [asking, setAsking] = useState(false);
  if (!descriptor.may.delete) return null;
  return (
    <>
      <Menu
        label={text('record.more')}
        trigger={(trigger) => (
          <Button square aria-label={text('record.more')} icon={<Ellipsis aria-hidden />} {...trigger} />
        )}
      >
        {(close) => (
          <button
            type="button"
            className="c-menu-item"
            data-danger
            data-testid="record-delete"
            onClick={() => {
              close();
              setAsking(true);
            }}
          >
            <Trash2 className="c-icon" aria-hidden />
            {text('record.delete')}
          </button>
        )}
      </Menu>
      {asking && (
        <Deletion
          descriptor={descriptor}
          screens={screens}
          record={record}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
};

const Deletion = ({ descriptor, screens, record, onClose }: RecordMenuProps & { onClose: () => void }) => {
  const api = useApi();
  const text = useResourceText();
  const toast = useToast();
  const navigate = useNavigate();
  const forget = useForget(descriptor);
  const problem = useProblemText();
  const name = titleOf(descriptor, record, useLanguage());
  const removal = useMutation({
    mutationFn: () => api.delete(`${descriptor.path}/${record.id}`, { ifMatch: record.version }),
    onSuccess: () => {
      toast.good(text('record.deleted', { name }));
      void navigate(screens.list, { replace: true });
      void forget(record.id);
    },
    onError: (failure) => {
      toast.bad(problem(failure));
      onClose();
    },
  });
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
