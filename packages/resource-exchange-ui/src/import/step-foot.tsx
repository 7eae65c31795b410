import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button, useUiText } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';

interface StepFootProps {
  /** To the previous step, or out of the import. */
  back?: { to: string } | { run: () => void };
  /** Buttons, the one of the next step first. */
  children?: ReactNode;
}

/** The buttons of a step, in a sticky footer. */
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
