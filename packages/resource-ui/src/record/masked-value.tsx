import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff, LockKeyhole } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type FieldDescriptor, useApi } from '@coulisse/mfe-kit';
import { Button, Tooltip, useLanguage } from '@coulisse/ui-kit';
import { useProblemText, useResourceScope, useResourceText } from '@coulisse/resource-client';
import { kindOf } from '@coulisse/resource-fields';

const SHOWN_SECONDS = 30;

/** A masked value. Users with the right can reveal it for half a minute; the history records who did. */
export const MaskedValue = ({ field }: { field: FieldDescriptor }) => {
  const api = useApi();
  const client = useQueryClient();
  const text = useResourceText();
  const language = useLanguage();
  const problem = useProblemText();
  const scope = useResourceScope();
  const [left, setLeft] = useState(0);
  const reveal = useMutation({
    mutationFn: async () =>
      (
        await api.post<{ value: unknown }>(`${scope?.descriptor.path}/${scope?.id}/reveal`, {
          field: field.name,
        })
      ).value,
    onSuccess: () => {
      setLeft(SHOWN_SECONDS);
      void client.invalidateQueries({ queryKey: ['history', scope?.descriptor.name, scope?.id] });
    },
  });
  const { reset } = reveal;
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  useEffect(() => {
    // The revealed value is removed from memory too.
    if (left === 0) reset();
  }, [left, reset]);

  const label = field.label[language];
  if (left > 0 && reveal.data !== undefined) {
    const { Show } = kindOf(field);
    return (
      <span className="r-masked" data-testid={`revealed-${field.name}`}>
        <Show field={field} value={reveal.data} />
        <Button
          kind="quiet"
          size="small"
          icon={<EyeOff aria-hidden />}
          aria-label={text('record.hideField', { field: label })}
          onClick={() => setLeft(0)}
        >
          {text('record.hide')}
        </Button>
        <span className="r-number c-faint" aria-hidden>
          {left} s
        </span>
        <small className="r-masked-note">{text('record.reveal.done')}</small>
      </span>
    );
  }
  return (
    <span className="r-masked">
      <span className="r-dots" role="img" aria-label={text('record.masked')}>
        {'•'.repeat(8)}
      </span>
      {scope?.descriptor.may.reveal && scope.id ? (
        <Tooltip text={text('record.reveal.logged')} side="left">
          {(describedBy) => (
            <Button
              kind="quiet"
              size="small"
              icon={<Eye aria-hidden />}
              busy={reveal.isPending}
              aria-label={text('record.revealField', { field: label })}
              aria-describedby={describedBy}
              data-testid={`reveal-${field.name}`}
              onClick={() => reveal.mutate()}
            >
              {text('record.reveal')}
            </Button>
          )}
        </Tooltip>
      ) : (
        <span className="r-locked" title={text('record.reveal.refused')}>
          <LockKeyhole className="c-icon" aria-hidden />
          <span className="c-hidden">{text('record.reveal.refused')}</span>
        </span>
      )}
      {reveal.isError && <span className="c-error">{problem(reveal.error)}</span>}
    </span>
  );
};
