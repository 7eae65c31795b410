import { Plus } from 'lucide-react';
import { Button, EmptyState, ErrorState, Skeleton, SkeletonLines } from '@coulisse/ui-kit';
import { Example } from '../app/example';
import type { GalleryPage } from '../app/page';
import { useGalleryText } from '../app/texts';

const Content = () => {
  const text = useGalleryText();
  return (
    <>
      <Example
        title={text('states.empty')}
        code={`<EmptyState title="…" actions={<Button kind="main">…</Button>}>…</EmptyState>`}
      >
        <EmptyState
          title={text('states.empty.title')}
          actions={
            <Button kind="main" icon={<Plus aria-hidden />}>
              {text('states.empty.action')}
            </Button>
          }
        >
          {text('states.empty.body')}
        </EmptyState>
      </Example>
      <Example title={text('states.loading')} code={`<SkeletonLines lines={4} />  <Skeleton width="40%" />`}>
        <SkeletonLines lines={4} />
        <div className="g-gap">
          <Skeleton width="40%" height="34px" />
        </div>
      </Example>
      <Example
        title={text('states.error')}
        code={`<ErrorState reference={traceId} onRetry={retry}>…</ErrorState>`}
      >
        <ErrorState reference="4bf92f3577b34da6" onRetry={() => undefined}>
          {text('states.error.body')}
        </ErrorState>
      </Example>
    </>
  );
};

export const states: GalleryPage = {
  slug: 'states',
  group: 'parts',
  components: ['EmptyState', 'SkeletonLines', 'Skeleton', 'ErrorState'],
  Content,
};
