import { Field } from '@coulisse/ui-kit';
import { type Choice, MultiPicker, Picker } from '@coulisse/ui-kit/complex';
import { Example, ExampleStates } from '../app/example';
import type { GalleryPage } from '../app/page';
import { useGalleryText } from '../app/texts';
import { WithState } from '../app/with-state';

const CYRANO: Choice = { id: 'cyrano', label: 'Cyrano de Bergerac' };
const MISANTHROPE: Choice = { id: 'misanthrope', label: 'Le Misanthrope' };
const PLAYS = [
  CYRANO,
  MISANTHROPE,
  { id: 'phedre', label: 'Phèdre' },
  { id: 'tempest', label: 'The Tempest' },
];

const search = async (typed: string): Promise<Choice[]> =>
  PLAYS.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()));

interface PickerExampleProps<Value> {
  initial: Value;
  error?: string;
  disabled?: boolean;
}

const PlayPicker = ({ initial, error, disabled }: PickerExampleProps<Choice | null>) => {
  const text = useGalleryText();
  return (
    <WithState initial={initial}>
      {(value, setValue) => (
        <Field label={text('pickers.label')} required error={error}>
          {(control) => (
            <Picker
              value={value}
              onChange={setValue}
              search={search}
              control={control}
              disabled={disabled}
              placeholder={text('pickers.placeholder')}
            />
          )}
        </Field>
      )}
    </WithState>
  );
};

const PlaysPicker = ({ initial, error, disabled }: PickerExampleProps<Choice[]>) => {
  const text = useGalleryText();
  return (
    <WithState initial={initial}>
      {(value, setValue) => (
        <Field label={text('pickers.labels')} required error={error}>
          {(control) => (
            <MultiPicker
              value={value}
              onChange={setValue}
              search={search}
              control={control}
              disabled={disabled}
              placeholder={text('pickers.placeholder')}
            />
          )}
        </Field>
      )}
    </WithState>
  );
};

const Content = () => {
  const text = useGalleryText();
  return (
    <>
      <Example
        title={text('pickers.single')}
        code={`<Picker value={play} onChange={setPlay} search={search} control={control} />`}
      >
        <ExampleStates>
          <PlayPicker initial={null} />
          <PlayPicker initial={CYRANO} />
          <PlayPicker initial={CYRANO} error={text('pickers.error')} />
          <PlayPicker initial={CYRANO} disabled />
        </ExampleStates>
      </Example>
      <Example
        title={text('pickers.multiple')}
        code={`<MultiPicker value={plays} onChange={setPlays} search={search} control={control} />`}
      >
        <ExampleStates>
          <PlaysPicker initial={[]} />
          <PlaysPicker initial={[CYRANO, MISANTHROPE]} />
          <PlaysPicker initial={[CYRANO]} disabled />
        </ExampleStates>
      </Example>
    </>
  );
};

export const pickers: GalleryPage = {
  slug: 'pickers',
  group: 'parts',
  components: ['Picker', 'MultiPicker'],
  Content,
};
