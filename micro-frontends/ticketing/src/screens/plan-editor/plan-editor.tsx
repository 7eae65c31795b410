import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useBeforeUnload, useNavigate, useParams } from 'react-router';
import { useApi, useResourcePath } from '@coulisse/mfe-kit';
import {
  Button,
  Card,
  Field,
  formatNumber,
  Input,
  SkeletonLines,
  toLanguage,
  useToast,
} from '@coulisse/ui-kit';
import { MAX_PLAN_SEATS, seatName, type PlanBlock } from '@coulisse/seat-plan';
import { SeatMap } from '@coulisse/seat-plan/react';
import { Failure, Unavailable } from '@coulisse/resource-fields';
import type { Category, Named, Page, Plan } from '../../api-types';
import { BlockForm } from './block-form';
import { newBlock, preview, type PlanDraft } from './plan-draft';

const DEFAULT_COLOR = '#7c8db5';

/** Plan editor: rows are entered as blocks, seats are generated, the preview updates while typing. */
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
  const path = `${roomsPath}/${room}/plans`;
  const found = useQuery({
    queryKey: ['plan', plan],
    enabled: plan !== '',
    queryFn: () => api.get<Plan>(`${path}/${plan}`),
  });
  const roomRecord = useQuery({
    queryKey: ['room', room],
    queryFn: () => api.get<Named>(`${roomsPath}/${room}`),
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
      key={found.data?.version ?? 'new'}
      room={roomRecord.data}
      plan={found.data}
      categories={categories.data.items}
      path={path}
    />
  );
};

interface EditorProps {
  room: Named;
  plan?: Plan;
  categories: Category[];
  path: string;
}

const Editor = ({ room, plan, categories, path }: EditorProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const api = useApi();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const toast = useToast();
  const first = categories[0]?.id ?? '';
  const [draft, setDraft] = useState<PlanDraft>(() =>
    plan
      ? { name: plan.name, blocks: plan.blocks }
      : { name: t('plan.default-name'), blocks: [newBlock([], first, categories[0]?.name ?? '')] },
  );
  const [opened, setOpened] = useState(draft.blocks[0]?.id ?? '');
  const [changed, setChanged] = useState(!plan);
  const drawn = useMemo(() => preview(draft.blocks), [draft.blocks]);
  const [shown, setShown] = useState(drawn.shapes);
  useEffect(() => {
    if (drawn.shapes.length > 0) setShown(drawn.shapes);
  }, [drawn]);
  useBeforeUnload((event) => changed && event.preventDefault());

  const change = (blocks: PlanBlock[]) => {
    setDraft({ ...draft, blocks });
    setChanged(true);
  };
  const save = useMutation({
    mutationFn: () =>
      plan
        ? api.post<Plan>(`${path}/${plan.id}/save-shapes`, { version: plan.version, blocks: draft.blocks })
        : api.post<Plan>(path, draft),
    onSuccess: (saved) => {
      setChanged(false);
      toast.good(t('plan.saved'));
      queries.setQueryData(['plan', saved.id], saved);
      void queries.invalidateQueries({ queryKey: ['plans', room.id] });
      void navigate(`/configuration/salles/${room.id}/plans/${saved.id}`, { replace: true });
    },
    onError: (error) => toast.bad(error.message),
  });

  const seats = shown.map((shape) => ({
    ...shape,
    state: shape.isBlocked ? ('BLOCKED' as const) : ('FREE' as const),
  }));
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  const counts = [...names].map(([id, name]) => ({
    id,
    name,
    count: drawn.shapes.filter((shape) => shape.categoryId === id).length,
  }));
  const color = (id: string) => categories.find((category) => category.id === id)?.color ?? DEFAULT_COLOR;
  const problem = drawn.issues.find(({ code }) => code !== 'block-out-of-range');
  return (
    <div className="t-page">
      <nav className="t-crumbs" aria-label={t('breadcrumb')}>
        <Link to="/configuration/salles">{t('menu.rooms')}</Link>
        <span aria-hidden>/</span>
        <Link to={`/configuration/salles/${room.id}`}>{room.name}</Link>
      </nav>
      <header className="t-head">
        <h1>{plan ? draft.name : t('plan.new')}</h1>
        <span className="c-soft">{t('plan.count', { count: drawn.shapes.length })}</span>
        <span className="c-push">
          <Button
            kind="main"
            busy={save.isPending}
            disabledBecause={drawn.issues.length > 0 ? t('plan.fix-first') : undefined}
            onClick={() => save.mutate()}
          >
            {t('plan.save')}
          </Button>
        </span>
      </header>
      <div className="t-editor">
        <Card>
          <section>
            <SeatMap
              seats={seats}
              categories={categories.map(({ id }) => ({ id, color: color(id) }))}
              labels={{
                map: t('plan.map'),
                stage: t('plan.stage'),
                zoomIn: t('plan.zoom-in'),
                zoomOut: t('plan.zoom-out'),
                fit: t('plan.fit'),
              }}
              describe={(seat) => `${seatName(seat, language)}, ${names.get(seat.categoryId) ?? ''}`}
            />
            <ul className="t-legend" role="list">
              {counts.map(({ id, name, count }) => (
                <li key={id}>
                  <i style={{ background: color(id) }} aria-hidden />
                  {name} <span className="c-faint">{count}</span>
                </li>
              ))}
            </ul>
            {problem && (
              <p className="c-notice" data-tone="bad" role="alert">
                {t(`plan.issue.${problem.code}`, {
                  at:
                    problem.code === 'too-many-seats'
                      ? formatNumber(Number(problem.at), language)
                      : problem.at,
                  max: formatNumber(MAX_PLAN_SEATS, language),
                })}{' '}
                {drawn.unlistedCount > 0 && t('plan.issue.more', { count: drawn.unlistedCount })}
              </p>
            )}
          </section>
        </Card>
        <div className="t-side">
          {!plan && (
            <Card>
              <section>
                <Field label={t('plan.name')} required>
                  {(control) => (
                    <Input
                      {...control}
                      value={draft.name}
                      maxLength={120}
                      onChange={(event) => setDraft({ ...draft, name: event.target.value })}
                    />
                  )}
                </Field>
              </section>
            </Card>
          )}
          <Card>
            {draft.blocks.map((block) => (
              <details
                key={block.id}
                className="t-details"
                open={block.id === opened}
                onToggle={(event) => event.currentTarget.open && setOpened(block.id)}
              >
                <summary>
                  <i style={{ background: color(block.categoryId) }} aria-hidden />
                  <span>{block.name || t('plan.block.unnamed')}</span>
                  <small className="c-faint">
                    {t('plan.block.size', { rows: block.rows || 0, seats: block.seatsPerRow || 0 })}
                  </small>
                </summary>
                <BlockForm
                  block={block}
                  categories={categories}
                  wrong={drawn.issues.filter(({ blockId }) => blockId === block.id).map(({ at }) => at)}
                  onChange={(part) =>
                    change(
                      draft.blocks.map((other) => (other.id === block.id ? { ...other, ...part } : other)),
                    )
                  }
                  onRemove={() => change(draft.blocks.filter((other) => other.id !== block.id))}
                />
              </details>
            ))}
            <section>
              <Button
                icon={<Plus className="c-icon" aria-hidden />}
                onClick={() => {
                  const category = categories[draft.blocks.length % categories.length] ?? categories[0];
                  const block = newBlock(draft.blocks, category?.id ?? first, category?.name ?? '');
                  change([...draft.blocks, block]);
                  setOpened(block.id);
                }}
              >
                {t('plan.block.add')}
              </Button>
            </section>
          </Card>
        </div>
      </div>
    </div>
  );
};

export default PlanEditor;
