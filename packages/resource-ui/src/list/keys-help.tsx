import { Dialog } from '@coulisse/ui-kit';
import { useResourceText } from '../locales';

const KEYS: [string[], string][] = [
  [['Ctrl K'], 'keys.palette'],
  [['↑', '↓'], 'keys.walk'],
  [['Enter'], 'keys.open'],
  [['x'], 'keys.select'],
  [['/'], 'keys.search'],
  [['c'], 'keys.new'],
  [['e'], 'keys.edit'],
  [['Ctrl S'], 'keys.save'],
  [['Esc'], 'keys.close'],
  [['?'], 'keys.help'],
];

export const KeysHelp = ({ onClose }: { onClose: () => void }) => {
  const text = useResourceText();
  return (
    <Dialog title={text('list.keys')} onClose={onClose}>
      <dl className="r-keys">
        {KEYS.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>{text(meaning)}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
};
