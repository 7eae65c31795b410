import { useState } from 'react';
import { Countdown } from '@coulisse/ui-kit';
import { Example, ExampleState, ExampleStates } from '../app/example';
import type { GalleryPage } from '../app/page';
import { useGalleryText } from '../app/texts';

const Content = () => {
  const text = useGalleryText();
  const [now] = useState(() => new Date().toISOString());
  return (
    <Example
      title={text('countdowns.states')}
      code={`<Countdown until={cart.expiresAt} secondsLeft={cart.secondsLeft} onEnd={reload} />`}
    >
      <ExampleStates>
        <ExampleState caption={text('countdowns.usual')}>
          <Countdown until={now} secondsLeft={900} />
        </ExampleState>
        <ExampleState caption={text('countdowns.urgent')}>
          <Countdown until={now} secondsLeft={95} />
        </ExampleState>
        <ExampleState caption={text('countdowns.over')}>
          <Countdown until={now} secondsLeft={0} />
        </ExampleState>
      </ExampleStates>
    </Example>
  );
};

export const countdowns: GalleryPage = {
  slug: 'countdowns',
  group: 'parts',
  components: ['Countdown'],
  Content,
};
