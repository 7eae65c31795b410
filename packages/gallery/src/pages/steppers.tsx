import { Stepper } from '@coulisse/ui-kit';
import { Example, ExampleState, ExampleStates } from '../app/example';
import type { GalleryPage } from '../app/page';
import { useGalleryText } from '../app/texts';
import { WithState } from '../app/with-state';

const Content = () => {
  const text = useGalleryText();
  return (
    <Example
      title={text('steppers.states')}
      code={`<Stepper label="…" value={seats} min={0} max={8} onChange={setSeats} />`}
    >
      <ExampleStates>
        {([2, 0, 8] as const).map((initial) => (
          <ExampleState key={initial} caption={text(`steppers.${initial}`)}>
            <WithState<number> initial={initial}>
              {(value, setValue) => (
                <Stepper label={text('steppers.label')} value={value} max={8} onChange={setValue} />
              )}
            </WithState>
          </ExampleState>
        ))}
      </ExampleStates>
    </Example>
  );
};

export const steppers: GalleryPage = { slug: 'steppers', group: 'parts', components: ['Stepper'], Content };
