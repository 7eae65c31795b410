import { Notice } from '@coulisse/ui-kit';
import { Example } from '../app/example';
import type { GalleryPage } from '../app/page';
import { useGalleryText } from '../app/texts';

const TONES = ['info', 'good', 'warn', 'bad'] as const;

const Content = () => {
  const text = useGalleryText();
  return (
    <Example title={text('notices.tones')} code={`<Notice tone="warn">…</Notice>`}>
      <div className="g-stack">
        {TONES.map((tone) => (
          <Notice key={tone} tone={tone}>
            {text(`notices.${tone}`)}
          </Notice>
        ))}
      </div>
    </Example>
  );
};

export const notices: GalleryPage = { slug: 'notices', group: 'parts', components: ['Notice'], Content };
