import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/mfe-kit';
import { formatNumber, useLanguage } from '@coulisse/ui-kit';
import { useRelatedQuery, useRelatedTarget } from '@coulisse/resource-fields';

const SHOWN = 6;

/** Numbers of related records, each linking to them. */
export const Counters = ({
  descriptor,
  id,
  isVisible,
}: {
  descriptor: ResourceDescriptor;
  id: string;
  isVisible: (field: FieldDescriptor) => boolean;
}) => {
  const related = descriptor.fields
    .filter((field) => field.type === 'related' && isVisible(field))
    .slice(0, SHOWN);
  if (related.length === 0) return null;
  return (
    <div className="r-counters">
      {related.map((field) => (
        <Counter key={field.name} field={field} id={id} />
      ))}
    </div>
  );
};

const Counter = ({ field, id }: { field: FieldDescriptor; id: string }) => {
  const language = useLanguage();
  const target = useRelatedTarget(field);
  const query = useRelatedQuery(field, target, id);
  if (!target || !query.data) return null;
  const { total, exact } = query.data.page;
  return (
    <a
      href={`#section-${field.name}`}
      onClick={(event) => {
        event.preventDefault();
        document
          .getElementById(`section-${field.name}`)
          ?.scrollIntoView({ behavior: 'smooth', block: 'start' });
      }}
    >
      <b>
        {formatNumber(total ?? query.data.items.length, language)}
        {exact === false && '+'}
      </b>
      {field.label[language]}
    </a>
  );
};
