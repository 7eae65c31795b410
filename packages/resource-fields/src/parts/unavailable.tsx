import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { EmptyState } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';

/** Shown without a descriptor: the user has no right to the resource, or its service did not respond. */
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
