import { Archive, ListFilter, X } from 'lucide-react';
import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/mfe-kit';
import { Button, Opening, SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import { Popover } from '@coulisse/ui-kit/complex';
import {
  ARCHIVED,
  type Comparison,
  comparisonsOf,
  countRules,
  fieldNamed,
  type Filter,
  filterable,
  type ListControl,
  useResourceText,
  USUAL,
  withComparison,
} from '@coulisse/resource-client';
import { AdvancedFilter, FieldChoice, FilterEditor } from '../parts-on-demand';
import { comparisonText } from './filter-text';
import { QuickSearch } from './quick-search';
import { useRefNames } from './use-ref-names';

interface FilterBarProps {
  descriptor: ResourceDescriptor;
  list: ListControl;
  searchRef: RefObject<HTMLInputElement | null>;
  /** Controls at the right: view and columns. */
  children?: ReactNode;
}

/** The filters of the list: search text, filter chips, groups of conditions, archived records. */
export const FilterBar = ({ descriptor, list, searchRef, children }: FilterBarProps) => {
  const text = useResourceText();
  const [advanced, setAdvanced] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const { filters, group, archived } = list.state;
  const comparisons = comparisonsOf(filters);
  const narrowed = comparisons.length + (group ? 1 : 0) + (archived === 'no' ? 0 : 1);
  // The focus must move to another button, since the removed one had it.
  const without = (change: Parameters<typeof list.change>[0]) => {
    bar.current?.querySelector<HTMLElement>('[data-testid="filter-open"]')?.focus();
    list.change(change);
  };
  return (
    <div className="r-filters" role="search" ref={bar}>
      <QuickSearch descriptor={descriptor} list={list} inputRef={searchRef} />
      <FilterMenu descriptor={descriptor} list={list} onAdvanced={() => setAdvanced(true)} />
      {comparisons.map((comparison) => {
        const field = fieldNamed(descriptor, comparison.field);
        return (
          field && (
            <FilterChip
              // The operator may change while the chip stays the same.
              key={`${comparison.field}.${sameField(comparisons, comparison)}`}
              field={field}
              comparison={comparison}
              onChange={(next) => list.change({ filters: withComparison(filters, comparison, next) })}
              onRemove={() => without({ filters: withComparison(filters, comparison, []) })}
            />
          )
        );
      })}
      {group && (
        <span className="r-filter">
          <button type="button" data-testid="advanced-chip" onClick={() => setAdvanced(true)}>
            {text('list.advanced.chip', { count: countRules(group) })}
          </button>
          <Remove
            label={text('list.filter.remove', {
              filter: text('list.advanced.chip', { count: countRules(group) }),
            })}
            onClick={() => without({ group: null })}
          />
        </span>
      )}
      {archived !== 'no' && (
        <span className="r-filter">
          <span>{text(`list.archived.${archived}`)}</span>
          <Remove
            label={text('list.filter.remove', { filter: text(`list.archived.${archived}`) })}
            onClick={() => without({ archived: 'no' })}
          />
        </span>
      )}
      {narrowed > 1 && (
        <Button
          kind="quiet"
          size="small"
          onClick={() => without({ filters: [], group: null, archived: USUAL.archived })}
        >
          {text('list.filter.clear')}
        </Button>
      )}
      {children}
      {advanced && (
        <Opening onClose={() => setAdvanced(false)}>
          <AdvancedFilter
            fields={filterable(descriptor)}
            group={group}
            onApply={(next) => {
              setAdvanced(false);
              list.change({ group: next });
            }}
            onClose={() => setAdvanced(false)}
          />
        </Opening>
      )}
    </div>
  );
};

const FilterMenu = ({
  descriptor,
  list,
  onAdvanced,
}: {
  descriptor: ResourceDescriptor;
  list: ListControl;
  onAdvanced: () => void;
}) => {
  const text = useResourceText();
  const [field, setField] = useState<FieldDescriptor | null>(null);
  const { filters, archived } = list.state;
  return (
    <Popover
      label={text('list.filter')}
      trigger={(trigger) => (
        <Button
          kind="quiet"
          icon={<ListFilter aria-hidden />}
          data-testid="filter-open"
          {...trigger}
          onPointerEnter={FieldChoice.preload}
          onClick={() => {
            setField(null);
            trigger.onClick();
          }}
        >
          {text('list.filter')}
        </Button>
      )}
    >
      {(close) =>
        field ? (
          <Suspense fallback={<SkeletonLines lines={3} />}>
            <FilterEditor
              field={field}
              onBack={() => setField(null)}
              onApply={(next) => {
                list.change({ filters: withComparison(filters, null, next) });
                close();
              }}
            />
          </Suspense>
        ) : (
          <>
            <Suspense fallback={<SkeletonLines lines={6} />}>
              <FieldChoice fields={filterable(descriptor)} onChoose={setField} />
            </Suspense>
            <hr className="c-menu-rule" />
            <button
              type="button"
              className="c-menu-item"
              data-testid="advanced-open"
              onClick={() => {
                close();
                onAdvanced();
              }}
            >
              {text('list.advanced')}
            </button>
            {descriptor.features.archivable && (
              <div className="r-archived" role="radiogroup" aria-label={text('list.archived')}>
                <Archive className="c-icon" aria-hidden />
                {ARCHIVED.map((choice) => (
                  <button
                    key={choice}
                    type="button"
                    role="radio"
                    aria-checked={choice === archived}
                    data-testid={`archived-${choice}`}
                    onClick={() => {
                      list.change({ archived: choice });
                      close();
                    }}
                  >
                    {text(`list.archived.short.${choice}`)}
                  </button>
                ))}
              </div>
            )}
          </>
        )
      }
    </Popover>
  );
};

/** Index of a comparison among those of its field. */
const sameField = (all: readonly Comparison[], { field, op }: Comparison): number =>
  all.filter((comparison) => comparison.field === field).findIndex((comparison) => comparison.op === op);

const FilterChip = ({
  field,
  comparison,
  onChange,
  onRemove,
}: {
  field: FieldDescriptor;
  comparison: Comparison;
  onChange: (filters: Filter[]) => void;
  onRemove: () => void;
}) => {
  const text = useResourceText();
  const language = useLanguage();
  const ids = field.ref
    ? comparison.filters.flatMap(({ op, value }) => (op === 'empty' ? [] : value.split(',')))
    : [];
  const names = useRefNames(field, ids);
  const label = field.label[language];
  const value = comparisonText(field, comparison, names, language, text);
  return (
    <span className="r-filter">
      <Popover
        label={text('list.filter.edit', { filter: `${label} ${value}` })}
        trigger={(trigger) => (
          <button
            type="button"
            aria-label={text('list.filter.edit', { filter: `${label} ${value}` })}
            data-testid={`chip-${field.name}`}
            {...trigger}
          >
            {label} <b>{value}</b>
          </button>
        )}
      >
        {(close) => (
          <Suspense fallback={<SkeletonLines lines={3} />}>
            <FilterEditor
              field={field}
              comparison={comparison}
              onApply={(next) => {
                close();
                onChange(next);
              }}
              onRemove={() => {
                close();
                onRemove();
              }}
            />
          </Suspense>
        )}
      </Popover>
      <Remove label={text('list.filter.remove', { filter: `${label} ${value}` })} onClick={onRemove} />
    </span>
  );
};

const Remove = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button type="button" className="r-filter-remove" aria-label={label} onClick={onClick}>
    <X className="c-icon" aria-hidden />
  </button>
);
