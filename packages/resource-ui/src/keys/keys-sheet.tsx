import { type KeyGroup, useRegisteredKeys } from '@coulisse/mfe-kit';
import { Dialog } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import '../styles/keys-sheet.css';

/** Keys with a translated name. */
const KEY_NAMES: Readonly<Record<string, string>> = {
  Home: 'keys.name.home',
  End: 'keys.name.end',
  Space: 'keys.name.space',
  Enter: 'keys.name.enter',
  Esc: 'keys.name.escape',
  Delete: 'keys.name.delete',
};

/** The shortcuts of the current screen, and the global ones. */
export const KeysSheet = ({ onClose }: { onClose: () => void }) => {
  const text = useResourceText();
  const everywhere: KeyGroup = {
    title: text('keys.group.everywhere'),
    keys: [
      { names: ['Ctrl K'], meaning: text('keys.palette') },
      { names: ['?'], meaning: text('keys.help') },
    ],
  };
  const groups = [...useRegisteredKeys().flat(), everywhere];
  return (
    <Dialog size="large" title={text('list.keys')} onClose={onClose}>
      <div className="r-keys-sheet" data-testid="keys-sheet">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl className="r-keys">
              {keys.map(({ names, meaning }) => (
                <div key={meaning}>
                  <dt>{meaning}</dt>
                  <dd>
                    {names.map((name) => (
                      <kbd key={name}>{spelled(name, text)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
};

/** `Ctrl Enter` → `Ctrl Entrée` */
const spelled = (name: string, text: (key: string) => string): string =>
  name
    .split(' ')
    .map((part) => (KEY_NAMES[part] ? text(KEY_NAMES[part]) : part))
    .join(' ');
