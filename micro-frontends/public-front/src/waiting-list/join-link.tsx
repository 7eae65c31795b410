import { Bell } from 'lucide-react';
import { useText } from '../app/use-text';
import { Link } from '../routing/router';

export default function JoinLink({ performanceId }: { performanceId: string }) {
  const t = useText();
  return (
    <Link
      className="c-button"
      data-testid={`waiting-list-${performanceId}`}
      to={`/waiting-list/${performanceId}`}
    >
      <Bell aria-hidden className="c-icon" />
      {t('waiting-list.notify')}
    </Link>
  );
}
