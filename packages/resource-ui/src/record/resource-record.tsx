import { useQueryClient } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { Link } from 'react-router';
import {
  ApiProblem,
  type ResourceDescriptor,
  type ResourceScreens,
  useResource,
  useResourceScreens,
} from '@coulisse/mfe-kit';
import { EmptyState, SkeletonLines } from '@coulisse/ui-kit';
import { descriptorFor, useRecordQuery, useResourceText } from '@coulisse/resource-client';
import { Failure, Unavailable } from '@coulisse/resource-fields';
import { Crumb } from './crumb';
import { RecordBody } from './record-body';

/** The page of one record, rendered from the descriptor of its resource. */
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
  const client = useQueryClient();
  const query = useRecordQuery(descriptor, id);
  // A change also affects the history of the record, and the lists that show it.
  const reload = () => {
    void query.refetch();
    for (const kind of ['list', 'history'])
      void client.invalidateQueries({ queryKey: [kind, descriptor.name] });
  };
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
      {query.isError && !missing && !query.data && (
        <Failure failure={query.error} onRetry={() => void query.refetch()} actions={back} />
      )}
      {query.data && !missing && (
        <RecordBody
          descriptor={descriptorFor(descriptor, query.data)}
          screens={screens}
          record={query.data}
          reload={reload}
        />
      )}
    </article>
  );
};
