import { Button, Dialog, Notice, useLanguage } from '@coulisse/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '../api/types';
import { useText } from '../app/use-text';
import { problemText } from '../checkout/problem-text';
import { requestErasure } from './account-api';
import { ErasureRules } from './erasure-rules';
import { LinkSent } from './link-sent';

/** Asks for the link with which the account is erased: whoever finds an open browser cannot erase it. */
export function EraseCard({ account }: { account: Account }) {
  const t = useText();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const request = useMutation({ mutationFn: () => requestErasure(language) });
  return (
    <section className="account-card" aria-labelledby="account-erase">
      <h2 id="account-erase">{t('erase.title')}</h2>
      <p className="c-soft">{t('erase.text')}</p>
      {request.isSuccess ? (
        <LinkSent email={account.email} />
      ) : (
        <Button kind="danger" onClick={() => setOpen(true)} data-testid="erase">
          {t('erase.ask')}
        </Button>
      )}
      {isOpen && !request.isSuccess && (
        <Dialog
          title={t('erase.title')}
          onClose={() => setOpen(false)}
          footer={
            <>
              <Button onClick={() => setOpen(false)}>{t('erase.keep')}</Button>
              <Button
                kind="danger-main"
                busy={request.isPending}
                onClick={() => request.mutate()}
                data-testid="erase-send"
              >
                {t('erase.send')}
              </Button>
            </>
          }
        >
          <ErasureRules />
          <p>{t('erase.by-mail', { email: account.email })}</p>
          {request.isError && <Notice tone="bad">{problemText(request.error, t)}</Notice>}
        </Dialog>
      )}
    </section>
  );
}
