import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button, useUiText } from '@coulisse/ui-kit';
import { useResourceText } from '../../locales';

interface StepFootProps {
  /** To the step before, or out of the import. */
  back?: { to: string } | { run: () => void };
  /** The next step is the first of them. */
  children?: ReactNode;
}

/** What one can do from here; it stays in sight. */
export const StepFoot = ({ back, children }: StepFootProps) => {
  const text = useResourceText();
  const uiText = useUiText();
  return (
    <footer className="r-form-foot">
      {children}
      {back && 'run' in back && (
        <Button data-testid="import-back" onClick={back.run}>
          {text('exchange.back')}
        </Button>
      )}
      {back && 'to' in back && (
        <Link className="c-button" data-kind="quiet" to={back.to}>
          {uiText('action.cancel')}
        </Link>
      )}
    </footer>
  );
};
