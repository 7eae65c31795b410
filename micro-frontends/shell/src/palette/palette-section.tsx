import { type MouseEvent, useId } from 'react';
import { Link } from 'react-router';
import type { Entry, ShownEntry, ShownSection } from './entry';

interface PaletteSectionProps {
  section: ShownSection;
  /** Key of the entry that Enter selects. */
  current: string | null;
  rowId: (key: string) => string;
  onChoose: (entry: Entry) => void;
  onPoint: (key: string) => void;
}

export const PaletteSection = ({ section, current, rowId, onChoose, onPoint }: PaletteSectionProps) => {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <div className="c-menu-title" role="presentation" id={id}>
        {section.title}
      </div>
      {section.entries.map((entry) => (
        <Row
          key={entry.key}
          id={rowId(entry.key)}
          entry={entry}
          active={entry.key === current}
          onChoose={() => onChoose(entry)}
          onPoint={() => onPoint(entry.key)}
        />
      ))}
    </div>
  );
};

interface RowProps {
  id: string;
  entry: ShownEntry;
  active: boolean;
  onChoose: () => void;
  onPoint: () => void;
}

/** An entry with a path is a link, so that it can be opened in a new tab. */
const Row = ({ id, entry, active, onChoose, onPoint }: RowProps) => {
  const row = {
    id,
    role: 'option',
    'aria-selected': active,
    className: 's-palette-row',
    'data-danger': entry.danger || undefined,
    'data-key': entry.key,
    onMouseMove: onPoint,
  };
  const content = (
    <>
      {entry.icon}
      <span className="s-palette-label">
        {entry.pieces.map(({ text, typed, start }) => (typed ? <mark key={start}>{text}</mark> : text))}
        {entry.blocked && <small>{entry.blocked}</small>}
      </span>
      {entry.hint && <small className="s-palette-hint">{entry.hint}</small>}
      {entry.shortcut && <kbd>{entry.shortcut}</kbd>}
    </>
  );
  if (entry.path && !entry.blocked) {
    const follow = (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      onChoose();
    };
    return (
      <Link {...row} to={entry.path} tabIndex={-1} onClick={follow}>
        {content}
      </Link>
    );
  }
  return (
    <div {...row} aria-disabled={entry.blocked ? true : undefined} onClick={onChoose}>
      {content}
    </div>
  );
};
