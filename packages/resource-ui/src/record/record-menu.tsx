import { Ellipsis } from 'lucide-react';
import { Fragment } from 'react';
import { Button, Menu } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import type { Command, RecordCommands } from './use-record-commands';

interface RecordMenuProps {
  commands: RecordCommands;
  /** Includes the transitions without a button: all but the next one. */
  withSteps?: boolean;
}

/** Menu of rare or irreversible actions. */
export const RecordMenu = ({ commands, withSteps }: RecordMenuProps) => {
  const text = useResourceText();
  const possible = commands.steps[0] && !commands.steps[0].reason && !commands.steps[0].danger;
  const steps = withSteps ? commands.steps.slice(possible ? 1 : 0) : [];
  const safe = commands.others.filter((command) => !command.danger);
  const danger = commands.others.filter((command) => command.danger);
  const groups = [steps, safe, danger].filter((group) => group.length > 0);
  return (
    <Menu
      label={text('record.more')}
      trigger={(trigger) => (
        <Button
          square
          aria-label={text('record.more')}
          icon={<Ellipsis aria-hidden />}
          data-testid="record-menu"
          {...trigger}
        />
      )}
    >
      {(close) =>
        groups.map((group, index) => (
          <Fragment key={group[0]?.name}>
            {index > 0 && <hr className="c-menu-rule" />}
            {group.map((command) => (
              <Item key={command.name} command={command} close={close} />
            ))}
          </Fragment>
        ))
      }
    </Menu>
  );
};

const Item = ({ command, close }: { command: Command; close: () => void }) => (
  <button
    type="button"
    className="c-menu-item"
    data-danger={command.danger || undefined}
    data-testid={command.testId}
    aria-disabled={command.reason ? true : undefined}
    onClick={() => {
      if (command.reason) return;
      close();
      command.run();
    }}
  >
    {command.icon}
    <span className="r-menu-text">
      {command.label}
      {command.reason && <small>{command.reason}</small>}
    </span>
    {command.hint && <kbd>{command.hint}</kbd>}
  </button>
);
