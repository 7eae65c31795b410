import { ScanLine, Search, SlidersHorizontal, WifiOff } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import {
  Button,
  Check,
  formatDate,
  Notice,
  Select,
  SkeletonLines,
  useLanguage,
  useToast,
} from '@coulisse/ui-kit';
import { Popover } from '@coulisse/ui-kit/complex';
import { Failure } from '@coulisse/resource-fields';
import { isFormerCode, normalizeCode, readCode } from '@coulisse/ticket-code';
import type { ReceptionPerformance, ReceptionRow } from '../../api-types';
import { AnswerPanel } from './answer-panel';
import { ArrivalDialog } from './arrival-dialog';
import { Conflicts } from './conflicts';
import {
  countOf,
  partiesFound,
  peopleOf,
  performanceFor,
  shownParties,
  type Display,
  type Sort,
} from './door-state';
import type { DoorStore } from './door-store';
import type { Answer } from './door-types';
import { giveFeedback } from './feedback';
import { PartyList } from './party-list';
import { shownTimes } from './shown-times';
import { timeOf } from './time-of';
import { COLUMNS, useColumns } from './use-columns';
import { useDoorDevice, useDoorStore, usePerformances } from './use-door';
import './reception.css';

const DISPLAYS: readonly Display[] = ['ALL', 'ARRIVED', 'NOT_ARRIVED'];
const SORTS: readonly Sort[] = ['NAME', 'RESERVATION', 'TABLE'];
const UNDO_MS = 10_000;

const CameraScan = lazy(async () => ({ default: (await import('./camera-scan')).CameraScan }));

/** What a hand scanner typed; a person types names and shorter numbers. */
const isCode = (text: string): boolean => {
  const code = normalizeCode(text);
  return readCode(code) !== null || isFormerCode(code) || code.length > 60;
};

/** Reception screen: lets in with tickets and notes arrivals of one performance, with and without a network. */
const Reception = () => {
  const { t } = useTranslation('ticketing');
  const { performance } = useParams();
  const { store, isReady } = useDoorStore();
  const performances = usePerformances(store, isReady);
  if (performances.isError)
    return <Failure failure={performances.error} onRetry={() => void performances.refetch()} />;
  if (!performances.data) return <SkeletonLines />;
  const current = performanceFor(performances.data, performance);
  const [next] = performances.data;
  return (
    <div className="tr-page">
      <link rel="manifest" href="/b/reception.webmanifest" />
      {current ? (
        <Arrivals key={current.id} performance={current} all={performances.data} store={store} />
      ) : next ? (
        <div className="c-state">
          <h1>{t('menu.reception')}</h1>
          <h2>{t('reception.over')}</h2>
          <p>{t('reception.none.why')}</p>
          <div className="c-actions">
            <Link className="c-button" data-kind="main" to={`/prestiscene/reception/${next.id}`}>
              {t('reception.next')}
            </Link>
          </div>
        </div>
      ) : (
        <div className="c-state">
          <h1>{t('menu.reception')}</h1>
          <h2>{t('reception.none')}</h2>
          <p>{t('reception.none.why')}</p>
        </div>
      )}
    </div>
  );
};

interface ArrivalsProps {
  performance: ReceptionPerformance;
  all: readonly ReceptionPerformance[];
  store: DoorStore | null;
}

/** An action that may be taken back for ten seconds. */
interface Undoable {
  id: string;
  text: string;
}

const Arrivals = ({ performance, all, store }: ArrivalsProps) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const toast = useToast();
  const door = useDoorDevice(performance, store);
  const [search, setSearch] = useSearchParams();
  const [query, setQuery] = useState('');
  const [hasKeyboard, setKeyboard] = useState(false);
  const [counting, setCounting] = useState<ReceptionRow | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [undoable, setUndoable] = useState<Undoable | null>(null);
  const [isCamera, setCamera] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { columns, setColumn } = useColumns();
  const display = DISPLAYS.find((value) => value === search.get('display')) ?? 'ALL';
  const sort = SORTS.find((value) => value === search.get('sort')) ?? 'NAME';
  const set = (name: string, value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(name, value);
        return next;
      },
      { replace: true },
    );
  /** A hand scanner types into the field: it has the focus after every action, and opens no keyboard. */
  const ready = useCallback(() => {
    setQuery('');
    setKeyboard(false);
    field.current?.focus({ preventScroll: true });
  }, []);
  const isListed = door.list !== undefined;
  useEffect(() => {
    if (isListed) ready();
  }, [isListed, ready]);
  useEffect(() => {
    if (!undoable) return;
    const timer = setTimeout(() => setUndoable(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [undoable]);

  const happened = (noted: Answer) => {
    if (noted.people === 0 || !noted.party) return;
    const text = t('reception.noted', { name: noted.party.customerName, count: noted.party.arrivedCount });
    setUndoable({ id: noted.id, text });
  };
  const failed = (failure: unknown) =>
    toast.bad(failure instanceof Error ? failure.message : String(failure));
  const scan = async (code: string) => {
    try {
      const noted = await door.scan(code);
      giveFeedback(noted.outcome);
      setAnswer(noted);
      happened(noted);
    } catch (failure) {
      failed(failure);
    }
    if (!isCamera) ready();
  };
  const note = async (party: ReceptionRow, count: number) => {
    setCounting(null);
    try {
      const noted = await door.note(party, count - party.arrivedCount);
      if (noted.outcome !== 'GREEN') setAnswer(noted);
      happened(noted);
    } catch (failure) {
      failed(failure);
    }
    ready();
  };
  const undo = async (id: string) => {
    setUndoable(null);
    setAnswer(null);
    try {
      await door.undo(id);
      toast.good(t('reception.undone'));
    } catch (failure) {
      failed(failure);
    }
    if (!isCamera) ready();
  };
  if (!door.list) {
    if (door.failure) return <Failure failure={door.failure} onRetry={door.retry} />;
    return <SkeletonLines lines={8} />;
  }
  const parties = partiesFound(door.list, isCode(query) ? '' : query);
  const rows = shownParties(parties, display, sort);
  const people = peopleOf(door.list.parties);
  const arrive = (row: ReceptionRow) =>
    row.numberOfPlaces === 1 && row.arrivedCount === 0 && !row.canceled
      ? void note(row, 1)
      : setCounting(row);
  const enter = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return ready();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const text = field.current?.value ?? '';
    if (isCode(text)) void scan(text);
    else if (text.trim() && rows.length === 1 && rows[0]) {
      arrive(rows[0]);
      setQuery('');
    }
  };
  const answerParty = door.list.parties.find(({ id }) => id === answer?.party?.id);
  const panel = (
    <AnswerPanel
      answer={answer}
      onAll={answerParty && (() => void note(answerParty, answerParty.numberOfPlaces))}
      onUndo={undoable && answer?.id === undoable.id ? () => void undo(undoable.id) : undefined}
      onClose={() => {
        setAnswer(null);
        if (!isCamera) ready();
      }}
    />
  );
  const title = `${formatDate(performance.date, language, 'short')} ${shownTimes(performance)} · ${performance.room}`;
  return (
    <>
      <Header performance={performance} all={all} subtitle={title} isOnline={!door.offlineSince} />
      {(door.offlineSince || door.waiting > 0) && (
        <p className="tr-offline" role="status" data-testid="reception-offline">
          <WifiOff className="c-icon" aria-hidden />
          {[
            door.offlineSince && t('reception.offline', { time: timeOf(door.offlineSince, language) }),
            door.waiting > 0
              ? t('reception.offline.waiting', { count: door.waiting })
              : t('reception.offline.none'),
          ]
            .filter(Boolean)
            .join(' — ')}
        </p>
      )}
      {!isCamera && panel}
      <div className="tr-count" data-testid="reception-count">
        <b>{people.arrived}</b>
        <span>{t('reception.people-of', { count: people.arrived, places: people.places })}</span>
        <em>{t('reception.expected', { count: Math.max(0, people.places - people.arrived) })}</em>
        <progress
          value={people.arrived}
          max={Math.max(1, people.places)}
          aria-label={t('reception.people')}
        />
      </div>
      {people.canceledArrived > 0 && (
        <Notice tone="warn">{t('reception.canceled-here', { count: people.canceledArrived })}</Notice>
      )}
      <Conflicts conflicts={door.list.conflicts} />
      <label className="tr-search">
        <Search aria-hidden />
        <span className="c-hidden">{t('reception.search')}</span>
        <input
          ref={field}
          type="text"
          data-testid="reception-search"
          value={query}
          placeholder={t('reception.search')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          inputMode={hasKeyboard ? 'text' : 'none'}
          onPointerDown={() => setKeyboard(true)}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={enter}
        />
      </label>
      <div className="tr-tabs">
        <div role="group" aria-label={t('reception.display')}>
          {DISPLAYS.map((value) => (
            <button
              key={value}
              type="button"
              aria-pressed={display === value}
              onClick={() => {
                set('display', value);
                ready();
              }}
            >
              {t(`reception.display.${value}`)} <PartyCount count={countOf(parties, value)} />
            </button>
          ))}
        </div>
        <Select
          aria-label={t('reception.sort')}
          className="tr-sort"
          value={sort}
          options={SORTS.map((value) => ({ value, label: t(`reception.sort.${value}`) }))}
          onChange={(event) => {
            set('sort', event.target.value);
            ready();
          }}
        />
        <Popover
          label={t('reception.columns')}
          trigger={(trigger) => (
            <Button
              square
              kind="quiet"
              aria-label={t('reception.columns')}
              icon={<SlidersHorizontal className="c-icon" aria-hidden />}
              {...trigger}
            />
          )}
        >
          {() => (
            <div className="tr-columns">
              {COLUMNS.map((column) => (
                <Check
                  key={column}
                  label={t(`reception.column.${column}`)}
                  checked={columns[column]}
                  onChange={(event) => setColumn(column, event.target.checked)}
                />
              ))}
            </div>
          )}
        </Popover>
      </div>
      {rows.length === 0 ? (
        <div className="c-state">
          <h2>{t(door.list.parties.length > 0 ? 'reception.no-match' : 'reception.no-reservation')}</h2>
        </div>
      ) : (
        <PartyList rows={rows} columns={columns} onArrive={arrive} />
      )}
      <footer className="tr-foot">
        {undoable && (
          <div className="tr-undo" role="status" data-testid="reception-undo">
            <span>{undoable.text}</span>
            <button type="button" onClick={() => void undo(undoable.id)}>
              {t('reception.undo')}
            </button>
          </div>
        )}
        <button type="button" className="tr-big" onClick={() => setCamera(true)}>
          <ScanLine aria-hidden />
          {t('reception.scan')}
        </button>
      </footer>
      {counting && (
        <ArrivalDialog
          row={counting}
          onClose={() => {
            setCounting(null);
            ready();
          }}
          onConfirm={(count) => void note(counting, count)}
        />
      )}
      {isCamera && (
        <Suspense fallback={null}>
          <CameraScan
            title={`${title} · ${t('reception.arrived-of', { ...people, count: people.arrived })}`}
            onCode={(code) => void scan(code)}
            onClose={() => {
              setCamera(false);
              ready();
            }}
          >
            {panel}
            <div className="tr-foot">
              <button
                type="button"
                className="tr-big"
                data-plain
                onClick={() => {
                  setCamera(false);
                  ready();
                  setKeyboard(true);
                }}
              >
                {t('reception.scan.by-hand')}
              </button>
            </div>
          </CameraScan>
        </Suspense>
      )}
    </>
  );
};

/** Tabs count parties, the line above them people; a telephone has room for the number alone. */
const PartyCount = ({ count }: { count: number }) => {
  const { t } = useTranslation('ticketing');
  return (
    <small>
      {count} <span>{t('reception.parties', { count })}</span>
    </small>
  );
};

interface HeaderProps {
  performance: ReceptionPerformance;
  all: readonly ReceptionPerformance[];
  subtitle: string;
  isOnline: boolean;
}

const Header = ({ performance, all, subtitle, isOnline }: HeaderProps) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const navigate = useNavigate();
  return (
    <header className="tr-head">
      <div>
        <h1>
          <span className="c-hidden">{t('menu.reception')} : </span>
          {performance.show}
        </h1>
        <small>{subtitle}</small>
        <select
          aria-label={t('reception.choose')}
          value={performance.id}
          onChange={(event) => void navigate(`/prestiscene/reception/${event.target.value}`)}
        >
          {all.map((item) => (
            <option key={item.id} value={item.id}>
              {`${formatDate(item.date, language, 'short')} ${shownTimes(item)} · ${item.show}`}
            </option>
          ))}
        </select>
      </div>
      {isOnline && (
        <span className="tr-net">
          <i aria-hidden />
          {t('reception.online')}
        </span>
      )}
    </header>
  );
};

export default Reception;
