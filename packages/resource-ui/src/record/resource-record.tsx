import { ArrowLeft, ArrowRight, FileQuestion } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import {
  ApiProblem,
  type ResourceDescriptor,
  type ResourceScreens,
  useResource,
  useResourceScreens,
} from '@coulisse/mfe-kit';
import { Button, EmptyState, SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import { neighbours, recallList } from '../data/list-memory';
import { type RecordAnswer, useRecordQuery } from '../data/queries';
import { Failure } from '../failure';
import { useResourceText } from '../locales';
import { RecordState } from '../state-chip';
import { titleOf } from '../title';
import { Unavailable } from '../unavailable';
import { useShortcuts } from '../use-shortcuts';
import { RecordMenu } from './record-menu';
import { SectionCard } from './section-card';
import { sectionsOf } from './sections';
import { StatusBar } from './status-bar';
import { Timeline } from './timeline';
import { Transitions } from './transitions';

/** The page of one record of any resource, drawn from its descriptor. */
export const ResourceRecord = ({ resource, id }: { resource: string; id: string }) => {
  const descriptor = useResource(resource);
  const screens = useResourceScreens(descriptor);
  if (!descriptor?.may.read || !screens) return <Unavailable />;
  return <DescribedRecord key={`${resource}/${id}`} descriptor={descriptor} screens={screens} id={id} />;
};

interface DescribedRecordProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  id: string;
}

const DescribedRecord = ({ descriptor, screens, id }: DescribedRecordProps) => {
  const text = useResourceText();
  const query = useRecordQuery(descriptor, id);
  const missing = query.error instanceof ApiProblem && query.error.status === 404;
  const back = (
    <Link className="c-button" to={screens.list}>
      {text('record.missing.back')}
    </Link>
  );
  return (
    <article className="r-record">
      <Crumb descriptor={descriptor} screens={screens} id={id} />
      {query.isPending && (
        <div className="c-card r-record-wait">
          <SkeletonLines lines={8} />
        </div>
      )}
      {missing && (
        <EmptyState icon={<FileQuestion aria-hidden />} title={text('record.missing.title')} actions={back} />
      )}
      {query.isError && !missing && (
        <Failure failure={query.error} onRetry={() => void query.refetch()} actions={back} />
      )}
      {query.data && (
        <RecordBody
          descriptor={descriptor}
          screens={screens}
          record={query.data}
          reload={() => void query.refetch()}
        />
      )}
    </article>
  );
};

/** Where the record stands: its list as it was left, and its neighbours there. */
const Crumb = ({ descriptor, screens, id }: DescribedRecordProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const navigate = useNavigate();
  const list = recallList(descriptor.name);
  const near = neighbours(list, id);
  const go = (next: string | null | undefined) => {
    if (next) void navigate(screens.record(next));
  };
  useShortcuts({ ArrowLeft: () => go(near?.previous), ArrowRight: () => go(near?.next) }, near !== null);
  return (
    <nav className="r-crumb" aria-label={descriptor.plural[language]}>
      <Link to={`${screens.list}${list?.search ?? ''}`}>{descriptor.plural[language]}</Link>
      {near && (
        <>
          <span className="c-faint">· {text('record.place', { place: near.place, total: near.total })}</span>
          <span className="c-push c-actions r-near">
            <Button
              size="small"
              square
              aria-label={text('record.previous')}
              disabled={!near.previous}
              icon={<ArrowLeft aria-hidden />}
              onClick={() => go(near.previous)}
            />
            <Button
              size="small"
              square
              aria-label={text('record.next')}
              disabled={!near.next}
              icon={<ArrowRight aria-hidden />}
              onClick={() => go(near.next)}
            />
          </span>
        </>
      )}
    </nav>
  );
};

interface RecordBodyProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  record: RecordAnswer;
  reload: () => void;
}

const RecordBody = ({ descriptor, screens, record, reload }: RecordBodyProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const overrides = screens.overrides.record;
  const [Actions, Extra, Aside] = [overrides?.actions, overrides?.extra, overrides?.aside];
  const part = { record, descriptor, reload };
  const sections = sectionsOf(descriptor, overrides?.sections);
  return (
    <>
      <header className="r-title">
        <h1 data-testid="record-title">{titleOf(descriptor, record, language)}</h1>
        {overrides?.subtitle && <span className="c-soft">{overrides.subtitle(record, language)}</span>}
        <RecordState descriptor={descriptor} state={record['state']} />
        <span className="c-push c-actions r-record-actions">
          {Actions && <Actions {...part} />}
          <Transitions descriptor={descriptor} record={record} />
          <RecordMenu descriptor={descriptor} screens={screens} record={record} />
        </span>
      </header>
      <StatusBar descriptor={descriptor} state={record['state']} />
      <div className="r-columns">
        <div className="r-main">
          <div className="c-card">
            {sections.map((section, index) => (
              <SectionCard
                key={section.key}
                section={section}
                descriptor={descriptor}
                screens={screens}
                record={record}
                first={index === 0}
              />
            ))}
          </div>
          {Extra && <Extra {...part} />}
        </div>
        <aside className="r-aside">
          {Aside && <Aside {...part} />}
          <h2 className="r-aside-title">{text('record.activity')}</h2>
          <Timeline descriptor={descriptor} id={record.id} />
        </aside>
      </div>
    </>
  );
};
