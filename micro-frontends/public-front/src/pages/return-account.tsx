import { Button, Notice, useLanguage } from '@coulisse/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { requestLoginLink } from '../account/account-api';
import { LinkSent } from '../account/link-sent';
import { useSession, type Registration } from '../account/use-session';
import type { Theatre } from '../api/types';
import { useText } from '../app/use-text';
import { buyerOf } from '../checkout/draft';
import { problemText } from '../checkout/problem-text';

interface Request {
  kind: 'link' | 'password';
  person: Registration;
}

/**
 * Offers an account to a guest who has paid, with or without a password. Nothing has to be typed: the link goes to the
 * address of the tickets, and the answer is the same whether it has an account or not.
 */
export function AccountOffer({ theatre, reservationId }: { theatre: Theatre; reservationId: string }) {
  const t = useText();
  const { account, ready, register } = useSession();
  const [buyer] = useState(() => buyerOf(reservationId));
  const language = useLanguage();
  const request = useMutation({
    mutationFn: ({ kind, person }: Request) =>
      kind === 'link' ? requestLoginLink(person, language) : register(person),
  });
  if (!buyer || !ready || account) return null;
  if (request.isSuccess) {
    return (
      <div className="thanks-card">
        <LinkSent email={buyer.email} />
      </div>
    );
  }
  const person = { tenantId: theatre.id, ...buyer };
  return (
    <section className="thanks-card account-offer" aria-labelledby="account-offer">
      <h2 id="account-offer">{t('return.account')}</h2>
      <p>{t('return.account.text', { email: buyer.email })}</p>
      {request.isError && <Notice tone="bad">{problemText(request.error, t)}</Notice>}
      <div className="c-actions">
        <Button
          busy={request.isPending && request.variables.kind === 'link'}
          onClick={() => request.mutate({ kind: 'link', person })}
          data-testid="register-by-link"
        >
          {t('return.account.link')}
        </Button>
        <Button
          busy={request.isPending && request.variables.kind === 'password'}
          onClick={() => request.mutate({ kind: 'password', person })}
          data-testid="register"
        >
          {t('return.account.password')}
        </Button>
      </div>
    </section>
  );
}
