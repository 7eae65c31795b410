import { Avatar, Card } from '@coulisse/ui-kit';
import { Example, ExampleRow } from '../app/example';
import type { GalleryPage } from '../app/page';
import { useGalleryText } from '../app/texts';

const PEOPLE = ['Léa Martin', 'Omar Benali', 'Jeanne Roussel'];

const Content = () => {
  const text = useGalleryText();
  return (
    <>
      <Example title={text('surfaces.card')} code={`<Card><section><h2>…</h2>…</section></Card>`}>
        <div className="g-ground">
          <Card>
            <section>
              <h3>{text('surfaces.card.title')}</h3>
              <p>{text('surfaces.card.body')}</p>
            </section>
            <section>
              <h3>{text('surfaces.card.second')}</h3>
              <p className="c-soft">{text('surfaces.card.soft')}</p>
              <p className="c-faint">{text('surfaces.card.faint')}</p>
            </section>
          </Card>
        </div>
      </Example>
      <Example
        title={text('surfaces.avatar')}
        code={`<Avatar name={person.name} />  <Avatar name="…" quiet />`}
      >
        <ExampleRow>
          {PEOPLE.map((name) => (
            <Avatar key={name} name={name} />
          ))}
          {PEOPLE.map((name) => (
            <Avatar key={name} name={name} quiet />
          ))}
        </ExampleRow>
      </Example>
      <Example
        title={text('surfaces.progress')}
        code={`<progress className="c-progress" value={40} max={100} />`}
      >
        <progress className="c-progress" aria-label={text('surfaces.progress')} value={40} max={100} />
      </Example>
    </>
  );
};

export const surfaces: GalleryPage = {
  slug: 'surfaces',
  group: 'parts',
  components: ['Card', 'Avatar', 'c-progress'],
  Content,
};
