import { ArrowRight, FileText, Plus, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMenu } from '../layout/use-menu';
import { matches } from './match';
import { useCreations } from './use-creations';
import { useFoundRecords } from './use-found-records';

interface Entry {
  path: string;
  label: string;
  hint?: string;
  icon: ReactNode;
  section: string;
}

/** Go to, create, find: everything from the keyboard. */
export const Palette = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const { entries, searching } = useEntries(typed);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const current = Math.min(active, Math.max(0, entries.length - 1));
  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [current, id]);
  const go = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    void navigate(entry.path);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go(entries[current]);
    else if (event.key === 'ArrowDown') setActive((current + 1) % Math.max(1, entries.length));
    else if (event.key === 'ArrowUp') setActive((current - 1 + entries.length) % Math.max(1, entries.length));
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className="s-palette"
      aria-label={t('palette.placeholder')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => event.target === dialog.current && onClose()}
    >
      <div className="s-palette-body">
        <label className="s-palette-search">
          <Search className="c-icon" aria-hidden />
          <input
            autoFocus
            role="combobox"
            aria-expanded
            aria-controls={id}
            aria-activedescendant={entries.length > 0 ? `${id}-${current}` : undefined}
            placeholder={t('palette.placeholder')}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setActive(0);
            }}
            onKeyDown={keys}
            data-testid="palette-input"
          />
          <kbd>Esc</kbd>
        </label>
        <div
          className="s-palette-list"
          role="listbox"
          id={id}
          aria-label={t('palette.results')}
          aria-busy={searching}
        >
          {entries.map((entry, index) => (
            <Row
              key={`${entry.section} ${entry.path}`}
              id={`${id}-${index}`}
              entry={entry}
              first={entry.section !== entries[index - 1]?.section}
              active={index === current}
              onChoose={() => go(entry)}
              onPoint={() => setActive(index)}
            />
          ))}
          {entries.length === 0 && (
            <p className="c-soft">{t(searching ? 'palette.searching' : 'palette.nothing')}</p>
          )}
        </div>
      </div>
    </dialog>
  );
};

interface RowProps {
  id: string;
  entry: Entry;
  first: boolean;
  active: boolean;
  onChoose: () => void;
  onPoint: () => void;
}

const Row = ({ id, entry, first, active, onChoose, onPoint }: RowProps) => (
  <>
    {first && (
      <div className="c-menu-title" role="presentation">
        {entry.section}
      </div>
    )}
    <div
      id={id}
      role="option"
      aria-selected={active}
      className="s-palette-row"
      onClick={onChoose}
      onMouseMove={onPoint}
    >
      {entry.icon}
      <span>{entry.label}</span>
      {entry.hint && <small>{entry.hint}</small>}
    </div>
  </>
);

const useEntries = (typed: string): { entries: Entry[]; searching: boolean } => {
  const { t } = useTranslation('shell');
  const groups = useMenu();
  const creations = useCreations();
  const { records, searching } = useFoundRecords(typed);
  const home = { path: '/dashboard', label: t('dashboard'), group: '' };
  const places = [
    home,
    ...groups.flatMap((group) => group.items.map((item) => ({ ...item, group: group.label }))),
  ];
  const entries: Entry[] = [
    ...records.map((record) => ({
      path: record.path,
      label: record.label,
      hint: record.kind,
      icon: <FileText className="c-icon" aria-hidden />,
      section: t('palette.records'),
    })),
    ...places
      .filter((place) => matches(`${place.label} ${place.group}`, typed))
      .map((place) => ({
        path: place.path,
        label: place.label,
        hint: place.group,
        icon: <ArrowRight className="c-icon" aria-hidden />,
        section: t('palette.places'),
      })),
    ...creations
      .filter((creation) => matches(creation.label, typed))
      .map((creation) => ({
        ...creation,
        icon: <Plus className="c-icon" aria-hidden />,
        section: t('palette.create'),
      })),
  ];
  return { entries, searching };
};
