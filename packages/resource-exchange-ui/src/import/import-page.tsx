import { Link } from 'react-router';
import {
  type ResourceDescriptor,
  type ResourceScreens,
  useResource,
  useResourceScreens,
} from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import { Unavailable } from '@coulisse/resource-fields';
import { CheckStep } from './check-step';
import { ColumnsStep } from './columns-step';
import { FileStep } from './file-step';
import { ImportSteps } from './import-steps';
import { PastImport } from './past-import';
import { RunStep } from './run-step';
import { useImport } from './use-import';

/** The import of records from a file, in four steps. */
export const ResourceImport = ({ resource }: { resource: string }) => {
  const descriptor = useResource(resource);
  const screens = useResourceScreens(descriptor);
  if (!descriptor?.may.import || !screens) return <Unavailable />;
  return <DescribedImport key={resource} descriptor={descriptor} screens={screens} />;
};

export interface ImportPageProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
}

const DescribedImport = ({ descriptor, screens }: ImportPageProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const control = useImport(descriptor);
  const { state, step, job } = control;
  // A job started on this page is shown by its step.
  const other = job !== null && job !== state.run?.job && job !== state.check?.job ? job : null;
  const shown = job === state.run?.job && job !== null ? 'run' : job !== null && !other ? 'check' : step;
  const part = { descriptor, screens, control };
  return (
    <article className="r-import">
      <nav className="r-crumb" aria-label={text('record.crumb')}>
        <Link to={screens.list}>{descriptor.plural[language]}</Link>
      </nav>
      <header className="r-head">
        <h1>{text('exchange.import.title', { name: descriptor.plural[language] })}</h1>
      </header>
      {other ? (
        <PastImport {...part} id={other} />
      ) : (
        <>
          <ImportSteps control={control} shown={shown} />
          {shown === 'file' && <FileStep {...part} />}
          {shown === 'columns' && <ColumnsStep {...part} />}
          {shown === 'check' && <CheckStep {...part} />}
          {shown === 'run' && <RunStep {...part} />}
        </>
      )}
    </article>
  );
};
