import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useApi, useResourcePath } from '@coulisse/mfe-kit';
import { SkeletonLines } from '@coulisse/ui-kit';
import { Failure, Unavailable } from '@coulisse/resource-fields';
import type { Category, Named, Page, Plan } from '../../api-types';
import { Editor } from './editor';

/** The editor of a room's plans: it reads the plan, the room and the categories. */
const PlanEditor = () => {
  const rooms = useResourcePath('ticketing.room');
  const categories = useResourcePath('ticketing.seat-category');
  if (rooms === null || categories === null) return <Unavailable />;
  return <PlanEditorPage roomsPath={rooms} categoriesPath={categories} />;
};

const PlanEditorPage = ({ roomsPath, categoriesPath }: { roomsPath: string; categoriesPath: string }) => {
  const { t } = useTranslation('ticketing');
  const { room = '', plan = '' } = useParams();
  const api = useApi();
  const roomPath = `${roomsPath}/${room}`;
  const [resets, setResets] = useState(0);
  const found = useQuery({
    queryKey: ['plan', plan],
    enabled: plan !== '',
    // A drawing that was read earlier would be refused when it is saved.
    gcTime: 0,
    queryFn: () => api.get<Plan>(`${roomPath}/plans/${plan}`),
  });
  const roomRecord = useQuery({
    queryKey: ['room', room],
    queryFn: () => api.get<Named>(roomPath),
  });
  const categories = useQuery({
    queryKey: ['categories'],
    queryFn: () => api.get<Page<Category>>(`${categoriesPath}?size=100`),
  });
  const failed = [found, roomRecord, categories].find((query) => query.isError);
  if (failed) return <Failure failure={failed.error} onRetry={() => void failed.refetch()} />;
  if (!categories.data || !roomRecord.data || (plan && !found.data)) return <SkeletonLines />;
  if (categories.data.items.length === 0)
    return (
      <div className="c-state">
        <h2>{t('plan.no-category')}</h2>
        <p>{t('plan.no-category.why')}</p>
        <div className="c-actions">
          <Link className="c-button" data-kind="main" to="/configuration/categories/add">
            {t('plan.add-category')}
          </Link>
        </div>
      </div>
    );
  return (
    <Editor
      key={`${found.data?.id ?? 'new'} ${resets}`}
      room={roomRecord.data}
      plan={found.data}
      categories={categories.data.items}
      roomPath={roomPath}
      onReset={() => setResets(resets + 1)}
    />
  );
};

export default PlanEditor;
