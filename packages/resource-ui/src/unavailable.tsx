import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { EmptyState } from '@coulisse/ui-kit';
import { useResourceText } from './locales';

/** The descriptor is not there: no right to it, or its service did not answer. */
export const Unavailable = () => {
  const text = useResourceText();
  return (
    <EmptyState
      icon={<Lock aria-hidden />}
      title={text('unavailable.title')}
      actions={
        <Link className="c-button" to="/">
          {text('unavailable.home')}
        </Link>
      }
    >
      {text('unavailable.body')}
    </EmptyState>
  );
};
