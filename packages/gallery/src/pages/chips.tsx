import { Chip, StateChip, type Tone } from '@coulisse/ui-kit';
import { Example, ExampleRow } from '../app/example';
import type { GalleryPage } from '../app/page';
import { type TextKey, useGalleryText } from '../app/texts';

const TONES: Record<Tone, TextKey> = {
  neutral: 'chips.neutral',
  info: 'chips.info',
  warn: 'chips.warn',
  good: 'chips.good',
  bad: 'chips.bad',
  main: 'chips.main',
};
const TONE_NAMES: readonly Tone[] = ['neutral', 'info', 'warn', 'good', 'bad', 'main'];

const Content = () => {
  const text = useGalleryText();
  return (
    <>
      <Example title={text('chips.states')} code={`<StateChip tone="good">{text('state.paid')}</StateChip>`}>
        <ExampleRow>
          {TONE_NAMES.map((tone) => (
            <StateChip key={tone} tone={tone}>
              {text(TONES[tone])}
            </StateChip>
          ))}
        </ExampleRow>
      </Example>
      <Example title={text('chips.plain')} code={`<Chip tone="info">…</Chip>`}>
        <ExampleRow>
          {TONE_NAMES.map((tone) => (
            <Chip key={tone} tone={tone}>
              {text(TONES[tone])}
            </Chip>
          ))}
        </ExampleRow>
      </Example>
    </>
  );
};

export const chips: GalleryPage = {
  slug: 'chips',
  group: 'parts',
  components: ['Chip', 'StateChip'],
  Content,
};
