import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Fragment, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useApi } from '@coulisse/mfe-kit';
import {
  Button,
  Card,
  EmptyState,
  Field,
  formatNumber,
  localDay,
  Notice,
  SkeletonLines,
  useLanguage,
} from '@coulisse/ui-kit';
import { DatePicker } from '@coulisse/ui-kit/complex';
import { Failure, saveAs } from '@coulisse/resource-fields';
import { STATEMENTS as STATEMENTS_PATH } from '../../api-paths';
import { roomPage } from '../../screen-paths';
import { nameOf, PERIODS, periodOf } from './periods';
import { StatementTable } from './statement-table';
import { STATEMENTS, type StatementKind, type StatementPreview } from './statement-types';
import './statements.css';

const FORMATS = ['xlsx', 'csv'] as const;
type Format = (typeof FORMATS)[number];
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** What is asked for; it lives in the address. */
function useChoice() {
  const [search, setSearch] = useSearchParams();
  const today = localDay(new Date());
  const usual = periodOf('month', today);
  const dateOf = (name: 'from' | 'until') => {
    const value = search.get(name) ?? '';
    return DATE.test(value) ? value : usual[name];
  };
  const kind = STATEMENTS.find((name) => name === search.get('kind')) ?? 'TICKETING_SLIP';
  const choose = (changes: Partial<Record<'kind' | 'from' | 'until', string>>) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) after.set(name, value);
        return after;
      },
      { replace: true },
    );
  return { today, choose, choice: { kind, from: dateOf('from'), until: dateOf('until') } };
}

/** Statements of a period: what is declared, booked and kept. */
const Statements = () => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const api = useApi();
  const { today, choice, choose } = useChoice();
  const { kind, from, until } = choice;
  const headingId = useId();
  const statement = useQuery({
    queryKey: ['statement', language, kind, from, until],
    queryFn: ({ signal }) =>
      api.get<StatementPreview>(`${STATEMENTS_PATH}?${new URLSearchParams(choice)}`, { signal }),
    // A change of the period keeps the rows until the new ones are there; another statement has other columns.
    placeholderData: (previous, query) =>
      query?.queryKey[2] === kind ? keepPreviousData(previous) : undefined,
  });
  const download = useMutation({
    mutationFn: async (format: Format) => {
      const answer = await api.raw(
        'GET',
        `${STATEMENTS_PATH}/file?${new URLSearchParams({ ...choice, format })}`,
        {
          headers: { Accept: '*/*' },
        },
      );
      saveAs(await answer.blob(), `${t(`statements.${kind}`)} ${from} ${until}.${format}`);
    },
  });
  const selected = nameOf(choice, today);
  return (
    <div className="tx-page">
      <header>
        <h1 id={headingId}>{t('menu.statements')}</h1>
        <p className="c-soft">{t('statements.intro')}</p>
      </header>
      <div className="tx-columns">
        <nav aria-labelledby={headingId} className="tx-kinds">
          {STATEMENTS.map((name: StatementKind) => (
            <button
              key={name}
              type="button"
              className="tx-kind"
              aria-current={name === kind || undefined}
              onClick={() => choose({ kind: name })}
            >
              <b>{t(`statements.${name}`)}</b>
              <span>{t(`statements.${name}.for`)}</span>
            </button>
          ))}
        </nav>
        <Card className="tx-statement">
          <section aria-busy={statement.isFetching}>
            <h2>{t(`statements.${kind}`)}</h2>
            <p className="c-soft">{t(`statements.${kind}.why`)}</p>
            <div className="tx-period">
              <div className="tx-presets" role="group" aria-label={t('statements.period')}>
                {PERIODS.map((name) => (
                  <Button
                    key={name}
                    size="small"
                    kind="quiet"
                    aria-pressed={name === selected}
                    onClick={() => choose({ ...periodOf(name, today) })}
                  >
                    {t(`statements.period.${name}`)}
                  </Button>
                ))}
              </div>
              <div className="tx-dates">
                {(['from', 'until'] as const).map((name) => (
                  <Field key={name} label={t(`statements.${name}`)} required>
                    {(control) => (
                      <DatePicker
                        value={choice[name]}
                        onChange={(value) => value && choose({ [name]: value })}
                        control={control}
                      />
                    )}
                  </Field>
                ))}
                <div className="tx-files">
                  {FORMATS.map((format, index) => (
                    <Button
                      key={format}
                      kind={index === 0 ? 'main' : 'plain'}
                      icon={<Download aria-hidden className="c-icon" />}
                      busy={download.isPending && download.variables === format}
                      disabledBecause={statement.isError ? t('statements.nothing-to-download') : undefined}
                      onClick={() => download.mutate(format)}
                    >
                      {t(`statements.file.${format}`)}
                    </Button>
                  ))}
                </div>
              </div>
            </div>
            {download.isError && <Failure failure={download.error} />}
            {statement.isPending && <SkeletonLines lines={6} />}
            {statement.isError && (
              <Failure failure={statement.error} onRetry={() => void statement.refetch()} />
            )}
            {statement.data && !statement.isError && <Rows kind={kind} statement={statement.data} />}
          </section>
        </Card>
      </div>
    </div>
  );
};

const Rows = ({ kind, statement }: { kind: StatementKind; statement: StatementPreview }) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  if (statement.rows.length === 0)
    return <EmptyState title={t('statements.none')}>{t('statements.none.why')}</EmptyState>;
  const { roomsWithoutAddress } = statement;
  return (
    <>
      {roomsWithoutAddress.length > 0 && (
        <Notice tone="warn">
          {t('statements.no-address', { count: roomsWithoutAddress.length })}{' '}
          {roomsWithoutAddress.map(({ id, name }, index) => (
            <Fragment key={id}>
              {index > 0 && ', '}
              <Link to={roomPage(id)}>{name}</Link>
            </Fragment>
          ))}
        </Notice>
      )}
      {statement.isCut && (
        <Notice>{t('statements.cut', { rows: formatNumber(statement.rows.length, language) })}</Notice>
      )}
      <StatementTable statement={statement} caption={t(`statements.${kind}`)} />
    </>
  );
};

export default Statements;
