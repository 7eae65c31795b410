import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { type ResourceDescriptor, useApi } from '@coulisse/mfe-kit';
import { Button, Textarea } from '@coulisse/ui-kit';
import { useIdempotencyKey, useProblemText, useResourceText } from '@coulisse/resource-client';

const MAX = 5_000;

const noteKey = (descriptor: ResourceDescriptor, id: string): string =>
  `coulisse.note.${descriptor.name}/${id}`;

const readNote = (key: string): string => {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
};
const storeNote = (key: string, note: string): void => {
  try {
    if (note) sessionStorage.setItem(key, note);
    else sessionStorage.removeItem(key);
  } catch {
    // Storage is not available: the note is lost with the page.
  }
};

/** Input for a note on the record; small until it has the focus or text. */
export const Composer = ({ descriptor, id }: { descriptor: ResourceDescriptor; id: string }) => {
  const api = useApi();
  const text = useResourceText();
  const problem = useProblemText();
  const client = useQueryClient();
  const field = useId();
  const stored = noteKey(descriptor, id);
  const [note, setNote] = useState(() => readNote(stored));
  const [open, setOpen] = useState(note !== '');
  const key = useIdempotencyKey();
  useEffect(() => storeNote(stored, note), [stored, note]);
  const send = useMutation({
    mutationFn: () => {
      const body = { text: note.trim() };
      return api.post(`${descriptor.path}/${id}/comments`, body, { idempotencyKey: key.of({ id, ...body }) });
    },
    onSuccess: async () => {
      key.renew();
      setNote('');
      setOpen(false);
      await client.invalidateQueries({ queryKey: ['history', descriptor.name, id] });
    },
  });
  const submit = () => {
    if (note.trim() && !send.isPending) send.mutate();
  };
  return (
    <div className="r-composer" data-open={open || undefined}>
      <label className="c-hidden" htmlFor={field}>
        {text('record.note')}
      </label>
      <Textarea
        id={field}
        rows={open ? 3 : 1}
        maxLength={MAX}
        placeholder={text('record.note.placeholder')}
        value={note}
        data-testid="note-text"
        aria-describedby={send.isError ? `${field}-error` : undefined}
        onFocus={() => setOpen(true)}
        onBlur={() => !note && setOpen(false)}
        onChange={(event) => setNote(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            submit();
          }
          if (event.key === 'Escape' && !note) event.currentTarget.blur();
        }}
      />
      {send.isError && (
        <span className="c-error" id={`${field}-error`} role="alert">
          {problem(send.error)}
        </span>
      )}
      {open && (
        <span className="r-composer-foot">
          <kbd>Ctrl ↵</kbd>
          <Button
            kind={note.trim() ? 'main' : 'plain'}
            size="small"
            busy={send.isPending}
            disabled={!note.trim()}
            data-testid="note-send"
            // Must not take the focus, which would close an empty composer under the pointer.
            onPointerDown={(event) => event.preventDefault()}
            onClick={submit}
          >
            {text('record.note.send')}
          </Button>
        </span>
      )}
    </div>
  );
};
