import { Check, Notice } from '@coulisse/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Account } from '../api/types';
import { useTheatre } from '../app/theatre';
import { useText } from '../app/use-text';
import { problemText } from '../checkout/problem-text';
import { accountDetailsQuery, saveConsents, type AccountDetails } from './account-api';

/** Which mails the buyer wants. A change is saved at once: nobody has to look for a button to withdraw a consent. */
export function ConsentsCard({ details, account }: { details: AccountDetails; account: Account }) {
  const t = useText();
  const client = useQueryClient();
  const theatre = useTheatre();
  const { queryKey } = accountDetailsQuery(account.email);
  const save = useMutation({
    mutationFn: saveConsents,
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
  });
  const isWanted = save.isPending ? save.variables : details.newsletterSubscribed;
  return (
    <section className="account-card" aria-labelledby="account-consents">
      <h2 id="account-consents">{t('account.consents')}</h2>
      <Check
        label={t(theatre ? 'customer.newsletter' : 'account.newsletter', { theatre: theatre?.name })}
        checked={isWanted}
        disabled={save.isPending}
        onChange={(event) => save.mutate(event.target.checked)}
        data-testid="newsletter"
      />
      <p role="status" className="c-soft">
        {save.isSuccess &&
          t(details.newsletterSubscribed ? 'account.consents.given' : 'account.consents.withdrawn')}
      </p>
      {save.isError && <Notice tone="bad">{problemText(save.error, t)}</Notice>}
      <p className="c-soft">{t('account.consents.text')}</p>
    </section>
  );
}
