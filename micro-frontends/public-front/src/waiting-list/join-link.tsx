import { Bell } from 'lucide-react';
import { useText } from '../app/use-text';
import { Link } from '../routing/router';

export default function JoinLink({ performanceId, isShort }: { performanceId: string; isShort?: boolean }) {
  const t = useText();
  return (
    <Link
      className="c-button"
      data-testid={`waiting-list-${performanceId}`}
      to={`/waiting-list/${performanceId}`}
      {...(isShort && { 'aria-label': t('waiting-list.notify') })}
    >
      <Bell aria-hidden className="c-icon" />
      {t(isShort ? 'waiting-list.notify.short' : 'waiting-list.notify')}
    </Link>
  );
}
