import { Ellipsis } from 'lucide-react';
import { Button } from '@coulisse/ui-kit';
import { Menu, type MenuAction } from '@coulisse/ui-kit/complex';
import { useResourceText } from '@coulisse/resource-client';
import { isFolded } from './transitions';
import type { Command, RecordCommands } from './use-record-commands';

interface RecordMenuProps {
  commands: RecordCommands;
  /** Includes all transitions but the next one; else only those that are folded. */
  withSteps?: boolean;
  /** The next one has none either. */
  withNextStep?: boolean;
}

/** Menu of rare or irreversible actions. */
export const RecordMenu = ({ commands, withSteps, withNextStep }: RecordMenuProps) => {
  const text = useResourceText();
  const isShown =
    !withNextStep && commands.steps[0] && !commands.steps[0].reason && !commands.steps[0].danger;
  const steps = withSteps
    ? commands.steps.slice(isShown ? 1 : 0)
    : commands.steps.filter(({ reason }) => reason && isFolded(commands.steps));
  const safe = commands.others.filter((command) => !command.danger);
  const danger = commands.others.filter((command) => command.danger);
  return (
    <Menu
      label={text('record.more')}
      sections={[
        { key: 'steps', actions: steps.map(actionOf) },
        { key: 'safe', actions: safe.map(actionOf) },
        { key: 'danger', actions: danger.map(actionOf) },
      ]}
      trigger={(trigger) => (
        <Button
          square
          aria-label={text('record.more')}
          icon={<Ellipsis aria-hidden />}
          data-testid="record-menu"
          {...trigger}
        />
      )}
    />
  );
};

const actionOf = (command: Command): MenuAction => ({
  key: command.name,
  label: command.label,
  icon: command.icon,
  testId: command.testId,
  danger: command.danger,
  ...(command.reason ? { disabled: true, hint: command.reason } : {}),
  shortcut: command.hint,
  onSelect: command.run,
});
