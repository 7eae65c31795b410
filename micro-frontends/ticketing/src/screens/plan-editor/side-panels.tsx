import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceBetween,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceBetween,
  CircleAlert,
} from 'lucide-react';
import type { TFunction } from 'i18next';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, formatNumber, toLanguage } from '@coulisse/ui-kit';
import { MAX_PLAN_SEATS, type PreviewShape } from '@coulisse/seat-plan';
import type { Category } from '../../api-types';
import type { Edge } from './arrange';
import type { Brush } from './brush';
import { type Drawing, type Item, itemsOf, type Selection } from './drawing';
import type { Fault, Inspection } from './plan-faults';

const EDGES: readonly [Edge, ReactNode][] = [
  ['left', <AlignStartVertical key="left" aria-hidden />],
  ['center', <AlignCenterVertical key="center" aria-hidden />],
  ['right', <AlignEndVertical key="right" aria-hidden />],
  ['top', <AlignStartHorizontal key="top" aria-hidden />],
  ['middle', <AlignCenterHorizontal key="middle" aria-hidden />],
  ['bottom', <AlignEndHorizontal key="bottom" aria-hidden />],
];

export interface ArrangeProps {
  count: number;
  onAlign: (edge: Edge) => void;
  onDistribute: (axis: 'x' | 'y') => void;
}

/** Aligns and distributes several items. */
export const Arrange = ({ count, onAlign, onDistribute }: ArrangeProps) => {
  const { t } = useTranslation('ticketing');
  const few = count < 3 ? t('plan.distribute.few') : undefined;
  return (
    <div className="t-plan-arrange" role="group" aria-label={t('plan.arrange')}>
      {EDGES.map(([edge, icon]) => (
        <Button
          key={edge}
          square
          size="small"
          aria-label={t(`plan.align.${edge}`)}
          icon={icon}
          onClick={() => onAlign(edge)}
        />
      ))}
      <Button
        square
        size="small"
        aria-label={t('plan.distribute.x')}
        icon={<AlignHorizontalSpaceBetween aria-hidden />}
        disabledBecause={few}
        onClick={() => onDistribute('x')}
      />
      <Button
        square
        size="small"
        aria-label={t('plan.distribute.y')}
        icon={<AlignVerticalSpaceBetween aria-hidden />}
        disabledBecause={few}
        onClick={() => onDistribute('y')}
      />
    </div>
  );
};

/** The categories with their numbers of seats; one is given to what is selected. */
export const Categories = ({
  categories,
  seats,
  active,
  onChoose,
}: {
  categories: readonly Category[];
  seats: readonly PreviewShape[];
  active: string | null;
  /** Absent when nothing is selected: the list is then a legend. */
  onChoose?: ((categoryId: string) => void) | undefined;
}) => {
  const counts = new Map<string, number>();
  for (const { categoryId } of seats) counts.set(categoryId, (counts.get(categoryId) ?? 0) + 1);
  return (
    <ul className="t-plan-categories" role="list">
      {categories.map(({ id, name, color }) => {
        const content = (
          <>
            <i style={{ '--category': color } as CSSProperties} aria-hidden />
            <span>{name}</span>
            <span className="c-num">{counts.get(id) ?? 0}</span>
          </>
        );
        return (
          <li key={id}>
            {onChoose ? (
              <button type="button" aria-pressed={id === active} onClick={() => onChoose(id)}>
                {content}
              </button>
            ) : (
              <div>{content}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
};

const MARKS = ['accessible', 'companions', 'blocked', 'erase'] as const;

/** What the brush gives to seats. */
export const BrushChoice = ({
  brush,
  categories,
  seats,
  onBrush,
}: {
  brush: Brush;
  categories: readonly Category[];
  seats: readonly PreviewShape[];
  onBrush: (brush: Brush) => void;
}) => {
  const { t } = useTranslation('ticketing');
  return (
    <>
      <p className="c-soft">{t('plan.brush.help')}</p>
      <div className="t-plan-marks" role="group" aria-label={t('plan.brush.marks')}>
        {MARKS.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={brush.kind === kind}
            onClick={() => onBrush({ kind })}
          >
            {t(`plan.brush.${kind}`)}
          </button>
        ))}
      </div>
      <Categories
        {...{ categories, seats }}
        active={brush.kind === 'category' ? brush.categoryId : null}
        onChoose={(categoryId) => onBrush({ kind: 'category', categoryId })}
      />
    </>
  );
};

const nameOf = ({ kind, value }: Item, t: TFunction<'ticketing'>): string => {
  if (kind === 'block') return value.name || t('plan.block.unnamed');
  if (kind === 'table') return t('plan.item.table', { name: value.label });
  if (kind === 'text') return value.text;
  return t('plan.item.outline');
};

/** All items by name: what the plan shows, for the keyboard and for screen readers. */
export const ItemList = ({
  drawing,
  selection,
  onSelect,
}: {
  drawing: Drawing;
  selection: Selection;
  onSelect: (ids: Selection) => void;
}) => {
  const { t } = useTranslation('ticketing');
  const items = itemsOf(drawing);
  if (items.length === 0) return <p className="c-soft">{t('plan.items.none')}</p>;
  return (
    <ul className="t-plan-items" role="list">
      {items.map((item) => (
        <li key={item.value.id}>
          <button
            type="button"
            aria-pressed={selection.has(item.value.id)}
            onClick={(event) => {
              const { id } = item.value;
              const isAdded = event.shiftKey || event.ctrlKey || event.metaKey;
              const ids = new Set(isAdded ? selection : []);
              if (!isAdded || !ids.delete(id)) ids.add(id);
              onSelect(ids);
            }}
          >
            {nameOf(item, t)}
          </button>
        </li>
      ))}
    </ul>
  );
};

/** What is wrong with the plan; each fault leads to its place. */
export const FaultList = ({
  inspection,
  onShow,
}: {
  inspection: Inspection;
  onShow: (fault: Fault) => void;
}) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const { faults, unlistedCount } = inspection;
  if (faults.length === 0) return null;
  return (
    <div className="t-plan-faults" role="alert">
      <h2>
        <CircleAlert className="c-icon" aria-hidden />
        {t('plan.faults', { count: faults.length + unlistedCount })}
      </h2>
      <ul role="list">
        {faults.map((fault, order) => (
          <li key={`${order} ${fault.code} ${fault.at}`}>
            <button type="button" onClick={() => onShow(fault)}>
              {t(`plan.issue.${fault.code}`, {
                at: fault.code === 'too-many-seats' ? formatNumber(Number(fault.at), language) : fault.at,
                max: formatNumber(MAX_PLAN_SEATS, language),
              })}
            </button>
          </li>
        ))}
      </ul>
      {unlistedCount > 0 && <p className="c-soft">{t('plan.issue.more', { count: unlistedCount })}</p>}
    </div>
  );
};
