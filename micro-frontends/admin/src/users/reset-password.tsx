import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordPartProps, useApi, useMay } from '@coulisse/mfe-kit';
import { Button, ConfirmDialog, useToast } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import { PasswordOnce } from '../password-once';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Sets a new temporary password for a user. */
export const ResetPassword = ({ record, descriptor, reload }: RecordPartProps) => {
  const { t } = useTranslation('admin');
  const api = useApi();
  const may = useMay();
  const toast = useToast();
  const problem = useProblemText();
  const [asking, setAsking] = useState(false);
  const name = text(record['displayName']);
  const reset = useMutation({
    mutationFn: () => api.post<{ password: string }>(`${descriptor.path}/${record.id}/reset-password`),
    onSuccess: reload,
    onError: (failure) => toast.bad(problem(failure)),
    onSettled: () => setAsking(false),
  });
  if (!may('identity.user.update')) return null;
  return (
    <>
      <Button icon={<KeyRound aria-hidden />} data-testid="reset-password" onClick={() => setAsking(true)}>
        {t('password.reset')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('password.reset.title', { name })}
          confirm={t('password.reset')}
          busy={reset.isPending}
          onConfirm={() => reset.mutate()}
          onClose={() => setAsking(false)}
        >
          {t('password.reset.body')}
        </ConfirmDialog>
      )}
      {reset.data && (
        <PasswordOnce
          name={name}
          email={text(record['email'])}
          password={reset.data.password}
          onDone={() => reset.reset()}
        />
      )}
    </>
  );
};
