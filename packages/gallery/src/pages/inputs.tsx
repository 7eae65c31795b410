import { Field, Input, Select, Textarea } from '@coulisse/ui-kit';
import { Example, ExampleStates } from '../app/example';
import type { GalleryPage } from '../app/page';
import { useGalleryText } from '../app/texts';

const Fields = () => {
  const text = useGalleryText();
  return (
    <Example
      title={text('inputs.field')}
      code={`<Field label="…" help="…" error={error} required>{(control) => <Input {...control} />}</Field>`}
    >
      <ExampleStates>
        <Field label={text('inputs.title')}>
          {(control) => <Input {...control} placeholder={text('inputs.title.example')} />}
        </Field>
        <Field label={text('inputs.title')} required>
          {(control) => <Input {...control} defaultValue={text('inputs.title.value')} />}
        </Field>
        <Field label={text('inputs.title')} mark="required" required>
          {(control) => <Input {...control} />}
        </Field>
        <Field label={text('inputs.title')} help={text('inputs.help')}>
          {(control) => <Input {...control} defaultValue={text('inputs.title.value')} />}
        </Field>
        <Field label={text('inputs.email')} required error={text('inputs.error')}>
          {(control) => <Input {...control} type="email" defaultValue="lea.martin@" />}
        </Field>
        <Field label={text('inputs.title')}>
          {(control) => <Input {...control} disabled defaultValue={text('inputs.title.value')} />}
        </Field>
      </ExampleStates>
    </Example>
  );
};

const Inputs = () => {
  const text = useGalleryText();
  return (
    <Example title={text('inputs.input')} code={`<Input {...control} unit="€" className="c-num" />`}>
      <ExampleStates>
        <Field label={text('inputs.price')} required>
          {(control) => <Input {...control} unit="€" className="c-num" defaultValue="24,00" />}
        </Field>
        <Field label={text('inputs.search')} required>
          {(control) => <Input {...control} type="search" defaultValue="Cyrano" />}
        </Field>
        <Field label={text('inputs.reference')} required>
          {(control) => <Input {...control} readOnly defaultValue="R-7K3M-9QX4" />}
        </Field>
      </ExampleStates>
    </Example>
  );
};

const Choices = () => {
  const text = useGalleryText();
  const options = [
    { value: 'stalls', label: text('seats.stalls') },
    { value: 'balcony', label: text('seats.balcony') },
    { value: 'box', label: text('seats.box') },
  ];
  return (
    <Example title={text('inputs.select')} code={`<Select {...control} options={options} empty="…" />`}>
      <ExampleStates>
        <Field label={text('inputs.zone')}>
          {(control) => <Select {...control} options={options} empty={text('inputs.zone.empty')} />}
        </Field>
        <Field label={text('inputs.zone')} required error={text('inputs.zone.error')}>
          {(control) => <Select {...control} options={options} defaultValue="balcony" />}
        </Field>
        <Field label={text('inputs.zone')} required>
          {(control) => <Select {...control} options={options} disabled />}
        </Field>
      </ExampleStates>
    </Example>
  );
};

const LongTexts = () => {
  const text = useGalleryText();
  return (
    <Example title={text('inputs.textarea')} code={`<Textarea {...control} rows={3} />`}>
      <ExampleStates>
        <Field label={text('inputs.note')}>{(control) => <Textarea {...control} rows={3} />}</Field>
        <Field label={text('inputs.note')} error={text('inputs.note.error')}>
          {(control) => <Textarea {...control} rows={3} defaultValue={text('inputs.note.value')} />}
        </Field>
        <Field label={text('inputs.note')}>
          {(control) => <Textarea {...control} rows={3} disabled defaultValue={text('inputs.note.value')} />}
        </Field>
      </ExampleStates>
    </Example>
  );
};

const Content = () => (
  <>
    <Fields />
    <Inputs />
    <Choices />
    <LongTexts />
  </>
);

export const inputs: GalleryPage = {
  slug: 'inputs',
  group: 'parts',
  components: ['Field', 'Input', 'Select', 'Textarea'],
  Content,
};
