import { Field } from '@coulisse/ui-kit';
import { DatePicker } from '@coulisse/ui-kit/complex';
import { Example, ExampleStates } from '../app/example';
import type { GalleryPage } from '../app/page';
import { useGalleryText } from '../app/texts';
import { WithState } from '../app/with-state';

interface DateExampleProps {
  initial: string | null;
  error?: string;
  withTime?: boolean;
  disabled?: boolean;
}

const DateExample = ({ initial, error, withTime, disabled }: DateExampleProps) => {
  const text = useGalleryText();
  return (
    <WithState initial={initial}>
      {(value, setValue) => (
        <Field label={text('dates.label')} required error={error}>
          {(control) => (
            <DatePicker
              value={value}
              onChange={setValue}
              control={control}
              withTime={withTime}
              disabled={disabled}
            />
          )}
        </Field>
      )}
    </WithState>
  );
};

const DAY = '2026-12-12';
const INSTANT = '2026-12-12T19:30:00.000Z';

const Content = () => {
  const text = useGalleryText();
  return (
    <>
      <Example
        title={text('dates.day')}
        code={`<DatePicker value={day} onChange={setDay} control={control} />`}
      >
        <ExampleStates>
          <DateExample initial={null} />
          <DateExample initial={DAY} />
          <DateExample initial={DAY} error={text('dates.error')} />
          <DateExample initial={DAY} disabled />
        </ExampleStates>
      </Example>
      <Example
        title={text('dates.time')}
        code={`<DatePicker value={instant} onChange={setInstant} control={control} withTime />`}
      >
        <ExampleStates>
          <DateExample initial={null} withTime />
          <DateExample initial={INSTANT} withTime />
        </ExampleStates>
      </Example>
    </>
  );
};

export const dates: GalleryPage = { slug: 'dates', group: 'parts', components: ['DatePicker'], Content };
