import { Search } from 'lucide-react';
import { useState } from 'react';
import { Button, Check, Input } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';

interface ColumnTicksProps {
  choices: readonly { name: string; label: string }[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** Checkboxes to choose the columns of the file. */
export const ColumnTicks = ({ choices, chosen, onChange }: ColumnTicksProps) => {
  const text = useResourceText();
  const [typed, setTyped] = useState('');
  const words = typed.trim().toLocaleLowerCase();
  const found = choices.filter(({ label }) => label.toLocaleLowerCase().includes(words));
  const toggle = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    onChange(next);
  };
  return (
    <div className="r-ticks">
      <div className="r-ticks-head">
        <div className="r-search r-search-small">
          <Search className="c-icon" aria-hidden />
          <Input
            type="search"
            aria-label={text('list.filter.find')}
            placeholder={text('list.filter.find')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button
          kind="quiet"
          size="small"
          onClick={() => onChange(new Set([...chosen, ...found.map(({ name }) => name)]))}
        >
          {text('exchange.columns.tick')}
        </Button>
        <Button
          kind="quiet"
          size="small"
          onClick={() =>
            onChange(new Set([...chosen].filter((name) => !found.some((choice) => choice.name === name))))
          }
        >
          {text('exchange.columns.untick')}
        </Button>
      </div>
      <div className="r-ticks-all" role="group" aria-label={text('list.columns')}>
        {found.map(({ name, label }) => (
          <Check
            key={name}
            label={label}
            checked={chosen.has(name)}
            data-testid={`export-column-${name}`}
            onChange={() => toggle(name)}
          />
        ))}
        {found.length === 0 && <p className="c-faint">{text('list.filter.noField')}</p>}
      </div>
    </div>
  );
};
