import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useActor } from '@coulisse/mfe-kit';
import { Button, useUiText } from '@coulisse/ui-kit';
import { type Entry, shownSections, stepFrom } from './entry';
import { PaletteSection } from './palette-section';
import { recordCommand } from './recent-commands';
import { useSections } from './use-sections';
import '../styles/palette.css';

/** Lines skipped by Page Up and Page Down. */
const PAGE = 8;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };

/** Records and searches are not stored as commands: opened records are stored separately. */
const isCommand = ({ key }: Entry): boolean => !/^(record|search) /.test(key);

/** Command palette: navigate, run actions, create and search by keyboard. */
export const Palette = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('shell');
  const uiText = useUiText();
  const navigate = useNavigate();
  const person = useActor().id;
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const { sections, searching, failed, correctedTo } = useSections(typed);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const shown = shownSections(sections, typed, correctedTo);
  const entries = shown.flatMap((section) => section.entries);
  const keys = entries.map(({ key }) => key);
  const current = chosen !== null && keys.includes(chosen) ? chosen : (keys[0] ?? null);
  const rowId = (key: string) => `${id}-${keys.indexOf(key)}`;

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    // Closing it before it is removed returns the focus to where it was.
    return () => element?.close();
  }, []);
  const currentRow = current === null ? undefined : rowId(current);
  useEffect(() => {
    if (currentRow) document.getElementById(currentRow)?.scrollIntoView({ block: 'nearest' });
  }, [currentRow]);

  const choose = (entry: Entry | undefined, elsewhere = false) => {
    if (!entry || entry.blocked) return;
    if (isCommand(entry)) recordCommand(person, entry.key);
    const row = document.getElementById(rowId(entry.key));
    const address = row instanceof HTMLAnchorElement ? row.href : null;
    onClose();
    if (elsewhere && address) window.open(address, '_blank', 'noopener');
    else if (entry.path) void navigate(entry.path);
    else entry.run?.();
  };
  const press = (event: KeyboardEvent) => {
    // Keys during IME composition belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (event.key === 'Enter')
      choose(
        entries.find(({ key }) => key === current),
        event.ctrlKey || event.metaKey,
      );
    else if (step) setChosen(stepFrom(keys, current, step));
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className="s-palette"
      aria-label={t('palette.placeholder')}
      data-testid="palette"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => event.target === dialog.current && onClose()}
    >
      <div className="s-palette-body">
        <div className="s-palette-search">
          <Search className="c-icon" aria-hidden />
          <input
            autoFocus
            role="combobox"
            aria-expanded
            aria-autocomplete="list"
            aria-controls={id}
            aria-activedescendant={currentRow}
            aria-label={t('palette.placeholder')}
            placeholder={t('palette.placeholder')}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setChosen(null);
            }}
            onKeyDown={press}
            data-testid="palette-input"
          />
          <kbd>{t('palette.escape')}</kbd>
          <Button
            kind="quiet"
            square
            className="s-palette-close"
            aria-label={uiText('action.close')}
            icon={<X aria-hidden />}
            onClick={onClose}
          />
        </div>
        <div
          className="s-palette-list"
          role="listbox"
          id={id}
          aria-label={t('palette.results')}
          aria-busy={searching}
        >
          {shown.map((section) => (
            <PaletteSection
              key={section.key}
              section={section}
              current={current}
              rowId={rowId}
              onChoose={choose}
              onPoint={setChosen}
            />
          ))}
        </div>
        {failed ? (
          <p className="c-soft s-palette-none" role="alert">
            {t('palette.failed')}
          </p>
        ) : (
          entries.length === 0 && (
            <p className="c-soft s-palette-none">{t(searching ? 'palette.searching' : 'palette.nothing')}</p>
          )
        )}
        {correctedTo !== null && (
          <p className="c-soft s-palette-none">
            {t('palette.corrected', { typed: typed.trim(), text: correctedTo })}
          </p>
        )}
        <p className="c-hidden" role="status">
          {typed.trim() !== '' && !searching && t('palette.count', { count: entries.length })}
        </p>
        <footer className="s-palette-foot" aria-hidden>
          <span>
            <kbd>↑</kbd>
            <kbd>↓</kbd> {t('palette.foot.walk')}
          </span>
          <span>
            <kbd>{t('palette.enter')}</kbd> {t('palette.foot.open')}
          </span>
          <span>
            <kbd>Ctrl {t('palette.enter')}</kbd> {t('palette.foot.tab')}
          </span>
        </footer>
      </div>
    </dialog>
  );
};
