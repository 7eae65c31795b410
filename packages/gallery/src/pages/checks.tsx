import { useEffect, useRef } from 'react';
import { Check } from '@coulisse/ui-kit';
import { Example, ExampleRow } from '../app/example';
import type { GalleryPage } from '../app/page';
import { useGalleryText } from '../app/texts';

/** HTML has no attribute for the third state. */
const PartlyChecked = ({ label }: { label: string }) => {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = true;
  }, []);
  return <Check ref={input} label={label} />;
};

const Content = () => {
  const text = useGalleryText();
  return (
    <Example title={text('checks.states')} code={`<Check label="…" checked={checked} onChange={change} />`}>
      <ExampleRow>
        <Check label={text('checks.off')} />
        <Check label={text('checks.on')} defaultChecked />
        <PartlyChecked label={text('checks.partly')} />
        <Check label={text('checks.disabled')} disabled />
        <Check label={text('checks.disabled.on')} disabled defaultChecked />
      </ExampleRow>
    </Example>
  );
};

export const checks: GalleryPage = { slug: 'checks', group: 'parts', components: ['Check'], Content };
