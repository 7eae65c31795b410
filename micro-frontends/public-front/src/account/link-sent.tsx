import { Mail } from 'lucide-react';
import { useText } from '../app/use-text';

/** Same text whether the address has an account or not, so that it does not reveal accounts. */
export function LinkSent({ email }: { email: string }) {
  const t = useText();
  return (
    <div className="link-sent" role="status" data-testid="link-sent">
      <Mail className="c-icon" aria-hidden />
      <div>
        <strong>{t('account.sent')}</strong>
        <p>{t('account.sent.text', { email })}</p>
      </div>
    </div>
  );
}
