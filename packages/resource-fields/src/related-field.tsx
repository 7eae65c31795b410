import { Plus } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { type FieldDescriptor, useMayCreate, useResourceScreens } from '@coulisse/mfe-kit';
import { Button, onDemand, SkeletonLines } from '@coulisse/ui-kit';
import { useResourceScope, useResourceText } from '@coulisse/resource-client';
import type { FieldKindView, ShowProps } from './kind';
import { RELATED_SIZE, relatedQuestion, useRelatedQuery, useRelatedTarget } from './related-query';

/** Loaded with the first record that has one: no list shows it. */
const RelatedTable = onDemand(async () => (await import('./related-table')).RelatedTable);

const Show = ({ field, compact }: ShowProps) => {
  const scope = useResourceScope();
  const target = useRelatedTarget(field);
  if (compact || !scope?.id || !target) return null;
  return (
    <Suspense fallback={<SkeletonLines lines={3} />}>
      <RelatedTable field={field} target={target} id={scope.id} />
    </Suspense>
  );
};

/** Buttons: open the whole list, add a related record. */
export const RelatedActions = ({ field, id }: { field: FieldDescriptor; id: string }) => {
  const text = useResourceText();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const mayCreate = useMayCreate();
  const target = useRelatedTarget(field);
  const screens = useResourceScreens(target);
  const query = useRelatedQuery(field, target, id);
  if (!target || !screens) return null;
  const total = query.data?.page.total ?? 0;
  // A reference that the service sets, such as that of a new version, cannot be chosen in a form.
  const isChosen = target.fields.some(({ name, readonly }) => name === field.by && !readonly);
  return (
    <span className="c-push c-actions">
      {total > RELATED_SIZE && (
        <Link
          className="c-button"
          data-kind="quiet"
          data-size="small"
          to={`${screens.list}?${relatedQuestion(field, id)}`}
        >
          {text('field.related.all')}
        </Link>
      )}
      {isChosen && mayCreate(target, screens) && (
        <Button
          kind="quiet"
          size="small"
          icon={<Plus aria-hidden />}
          onClick={() => {
            const params = new URLSearchParams([
              [`set.${field.by}`, id],
              ['back', pathname + search],
            ]);
            void navigate(`${screens.add}?${params}`);
          }}
        >
          {text('field.related.add')}
        </Button>
      )}
    </span>
  );
};

/** Nothing is stored in the record, so the field is not edited, filtered or exported. */
export const relatedField: FieldKindView = {
  Show,
  Edit: () => null,
  text: () => '',
  wide: true,
  large: true,
  filters: [],
};
