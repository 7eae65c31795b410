import { Button, Notice } from '@coulisse/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LinkSent } from '../account/link-sent';
import { useSession } from '../account/use-session';
import type { Theatre } from '../api/types';
import { useText } from '../app/use-text';
import { buyerOf } from '../checkout/draft';
import { problemText } from '../checkout/problem-text';

/**
 * Offers an account to a guest who has paid. Nothing has to be typed: the link to choose a password goes to the address
 * of the tickets, and the answer is the same whether it has an account or not.
 */
export function AccountOffer({ theatre, reservationId }: { theatre: Theatre; reservationId: string }) {
  const t = useText();
  const { account, ready, register } = useSession();
  const [buyer] = useState(() => buyerOf(reservationId));
  const request = useMutation({ mutationFn: register });
  if (!buyer || !ready || account) return null;
  if (request.isSuccess) {
    return (
      <div className="thanks-card">
        <LinkSent email={buyer.email} />
      </div>
    );
  }
  return (
    <section className="thanks-card account-offer" aria-labelledby="account-offer">
      <h2 id="account-offer">{t('return.account')}</h2>
      <p>{t('return.account.text', { email: buyer.email })}</p>
      {request.isError && <Notice tone="bad">{problemText(request.error, t)}</Notice>}
      <Button
        busy={request.isPending}
        onClick={() => request.mutate({ tenantId: theatre.id, ...buyer })}
        data-testid="register"
      >
        {t('account.register')}
      </Button>
    </section>
  );
}
