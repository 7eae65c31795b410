import { Mail } from 'lucide-react';
import { useText } from '../app/use-text';

/** The same for an address that has an account and for one that has none: only its owner reads which. */
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
