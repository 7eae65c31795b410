import { useQueryClient } from '@tanstack/react-query';
import { Copy, Plus, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useScreenKeys } from '@coulisse/mfe-kit';
import { Button, Check, Field, Input, isTyping, onDemand, Opening } from '@coulisse/ui-kit';
import { planBounds, planFrame, SEAT_SIZE } from '@coulisse/seat-plan';
import type { Category, Named, Plan } from '../../api-types';
import { align, type Edge, distribute } from './arrange';
import { BlockForm } from './block-form';
import { type Brush, painted } from './brush';
import {
  boundsOf,
  categorised,
  changed,
  type Drawing,
  duplicated,
  idsOf,
  itemsOf,
  moved,
  movedEach,
  NOTHING,
  removed,
  turned,
} from './drawing';
import { type Command, commandOf, type Tool } from './key-commands';
import { LeaveGuard } from './leave-guard';
import { newId, nextLabel, placed, tablesBelow } from './new-items';
import { OutlineForm, TextForm } from './other-forms';
import { type CanvasControl, PlanCanvas } from './plan-canvas';
import { newBlock } from './plan-draft';
import { type Fault, inspect } from './plan-faults';
import { PlanFiles } from './plan-files';
import { PlanHead } from './plan-head';
import { newBackground, scaledBetween, viewOf, withView } from './plan-pictures';
import { BackgroundForm, LengthDialog, ViewForm } from './picture-forms';
import { Arrange, BrushChoice, Categories, FaultList, ItemList } from './side-panels';
import { TableForm } from './table-form';
import { ToolBar } from './tool-bar';
import type { TableChoice } from './tables-dialog';
import { useDrawing } from './use-drawing';
import { useMarkText } from './use-mark-text';
import { usePlanSaving } from './use-plan-saving';
import './plan-editor.css';

const TablesDialog = onDemand(async () => (await import('./tables-dialog')).TablesDialog);

/** How far a copy lies from what it was copied from. */
const COPY_MOVE = { dx: 30, dy: 30 };

export interface EditorProps {
  room: Named;
  plan?: Plan | undefined;
  categories: Category[];
  /** Of the API. */
  roomPath: string;
  /** The drawing is to be read again. */
  onReset: () => void;
}

const drawingOf = ({ draft, ...plan }: Plan): Drawing => {
  const { name, blocks, tables, outlines, texts, background, views } = draft ?? plan;
  return { name, blocks, tables, outlines, texts, background, views };
};

export const Editor = ({ room, plan, categories, roomPath, onReset }: EditorProps) => {
  const { t } = useTranslation('ticketing');
  const queries = useQueryClient();
  const [first] = categories;
  const state = useDrawing(
    () =>
      plan
        ? drawingOf(plan)
        : {
            name: t('plan.default-name'),
            blocks: [newBlock([], first?.id ?? '', first?.name ?? '')],
            ...{ tables: [], outlines: [], texts: [], background: null, views: [] },
          },
    !plan,
  );
  const { drawing, selection, select, edit } = state;
  const [tool, setTool] = useState<Tool>('select');
  const [brush, setBrush] = useState<Brush>({ kind: 'category', categoryId: first?.id ?? '' });
  const [snaps, setSnaps] = useState(true);
  const [generates, setGenerates] = useState(false);
  const [isMeasuring, setMeasuring] = useState(false);
  const [measured, setMeasured] = useState<Parameters<typeof scaledBetween>[1] | null>(null);
  const canvas = useRef<CanvasControl>(null);
  const inspection = useMemo(() => inspect(drawing), [drawing]);
  const { seats, faults } = inspection;
  const bounds = useMemo(() => boundsOf(drawing, seats), [drawing, seats]);
  const describe = useMarkText(categories);
  const stageLabel = t('plan.stage');
  const picture = useMemo(
    () => ({
      drawing,
      seats,
      colors: new Map(categories.map(({ id, color }) => [id, color])),
      stage: seats.length > 0 ? { box: planFrame(seats).stage, label: stageLabel } : null,
    }),
    [drawing, seats, categories, stageLabel],
  );
  // What is selected may be gone after an undo.
  const items = itemsOf(drawing).filter(({ value }) => selection.has(value.id));
  const ids = new Set(items.map(({ value }) => value.id));
  const [single] = items.length === 1 ? items : [];
  const saving = usePlanSaving({
    ...{ roomPath, roomId: room.id, plan, drawing, onReset },
    isChanged: state.isChanged,
    onSaved: state.markSaved,
  });

  const duplicate = () => {
    if (ids.size === 0) return;
    const copy = duplicated(drawing, ids, COPY_MOVE, newId);
    edit(copy.drawing);
    select(copy.ids);
  };
  const remove = () => {
    if (ids.size === 0) return;
    edit(removed(drawing, ids));
    select(NOTHING);
  };
  const add = (next: { drawing: Drawing; id: string } | null) => {
    if (!next) return;
    edit(next.drawing);
    select(new Set([next.id]));
    setTool('select');
  };
  const addBlock = () => {
    const category = categories[drawing.blocks.length % categories.length] ?? first;
    const { x, y, width, height } = planBounds(seats, 0);
    const below = seats.length > 0 ? { center: x + width / 2, y: y + height - SEAT_SIZE / 2 } : undefined;
    const block = newBlock(drawing.blocks, category?.id ?? '', category?.name ?? '', below);
    add({ drawing: { ...drawing, blocks: [...drawing.blocks, block] }, id: block.id });
  };
  const chosenBoxes = () => new Map([...bounds].filter(([id]) => ids.has(id)));
  const arrange = (moves: ReturnType<typeof align>) => edit(movedEach(drawing, moves));
  const generate = (choice: TableChoice) => {
    const tables = tablesBelow(seats, drawing, choice);
    edit({ ...drawing, tables: [...drawing.tables, ...tables] });
    select(new Set(tables.map(({ id }) => id)));
    setGenerates(false);
    canvas.current?.focus();
  };
  const show = ({ itemId, seat }: Fault) => {
    if (itemId) select(new Set([itemId]));
    const box = bounds.get(itemId);
    const at = seat ?? (box && { x: box.x + box.width / 2, y: box.y + box.height / 2 });
    if (at) canvas.current?.show(at);
  };
  const saveBlocked = drawing.name.trim() === '' ? t('plan.name-first') : undefined;
  const publishBlocked = faults.length > 0 ? t('plan.fix-first') : saveBlocked;
  const changeBackground = (background: Drawing['background'], name?: string) =>
    edit({ ...drawing, background }, name);
  const takeTool = (next: Tool) => {
    setTool(next);
    setMeasuring(false);
  };

  const run = (command: Command): void => {
    const actions: Record<Command['type'], () => void> = {
      move: () =>
        command.type === 'move' &&
        ids.size > 0 &&
        edit(moved(drawing, ids, command), `move ${[...ids].join()}`),
      turn: () => command.type === 'turn' && ids.size > 0 && edit(turned(drawing, ids, command.degrees)),
      tool: () => {
        if (command.type === 'tool') takeTool(command.tool);
        // The next keys use the tool.
        canvas.current?.focus();
      },
      zoom: () => command.type === 'zoom' && canvas.current?.zoom(command.factor),
      fit: () => canvas.current?.fit(),
      undo: state.undo,
      redo: state.redo,
      duplicate,
      remove,
      all: () => select(new Set(idsOf(drawing))),
      none: () => (tool === 'select' ? select(NOTHING) : takeTool('select')),
      save: () => !saveBlocked && saving.busy === null && (state.isChanged || !plan) && saving.save(),
    };
    actions[command.type]();
  };
  const onKey = useRef(run);
  useEffect(() => {
    onKey.current = run;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const command = commandOf(event);
      const isElsewhere = isTyping(event.target) || document.querySelector('dialog[open]') !== null;
      // Saving works in a field as well; so does nothing else.
      if (!command || event.defaultPrevented || (isElsewhere && command.type !== 'save')) return;
      // Arrows, and letters, stay with the buttons and lists that have the focus, except on the plan itself.
      const isOnControl =
        event.target instanceof Element && event.target.closest('summary, [role="toolbar"]');
      if (isOnControl && command.type === 'move') return;
      event.preventDefault();
      onKey.current(command);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  useScreenKeys([
    {
      title: t('plan.keys'),
      keys: [
        { names: ['←', '↑', '→', '↓'], meaning: t('plan.keys.move') },
        { names: ['Ctrl', 'D'], meaning: t('plan.duplicate') },
        { names: ['Ctrl', 'Z'], meaning: t('plan.undo') },
        { names: ['Ctrl', 'Y'], meaning: t('plan.redo') },
        { names: ['Ctrl', 'A'], meaning: t('plan.keys.all') },
        { names: ['Del'], meaning: t('plan.remove') },
        { names: ['[', ']'], meaning: t('plan.keys.turn') },
        { names: ['Space'], meaning: t('plan.keys.press') },
        { names: ['Enter'], meaning: t('plan.keys.enter') },
        { names: ['Ctrl', 'S'], meaning: t('plan.save') },
      ],
    },
  ]);

  const wrongOf = (id: string) =>
    faults.filter(({ code, itemId }) => code === 'block-out-of-range' && itemId === id).map(({ at }) => at);
  const editOne = (part: object) => {
    if (!single) return;
    const { id } = single.value;
    const merge = <T,>(item: T): T => ({ ...item, ...part });
    const name = `${id} ${Object.keys(part).join()}`;
    edit(changed(drawing, ids, { block: merge, table: merge, outline: merge, text: merge }), name);
  };
  const categoryOf = (item: (typeof items)[number]): string | null =>
    item.kind === 'block' || item.kind === 'table' ? item.value.categoryId : null;
  const common = new Set(items.map(categoryOf));
  const [active = null] = common.size === 1 ? common : [];
  const isItemTool = tool !== 'brush' && tool !== 'background';
  const hasSeats = items.some((item) => categoryOf(item) !== null);
  return (
    <div className="t-page t-plan">
      <LeaveGuard isChanged={() => state.isChanged && !saving.isLeaving()} />
      <nav className="t-crumbs" aria-label={t('breadcrumb')}>
        <Link to="/configuration/salles">{t('menu.rooms')}</Link>
        <span aria-hidden>/</span>
        <Link to={`/configuration/salles/${room.id}`}>{room.name}</Link>
      </nav>
      <PlanHead
        title={plan ? drawing.name : t('plan.new')}
        onReload={() => {
          if (saving.conflict) queries.setQueryData(['plan', saving.conflict.id], saving.conflict);
          onReset();
        }}
        {...{ state, saving, publishBlocked, saveBlocked }}
      />
      <div className="t-plan-editor">
        <ToolBar tool={tool} onTool={takeTool} />
        <div className="t-plan-main">
          <PlanCanvas
            label={t('plan.canvas')}
            {...{ picture, bounds, tool, snaps }}
            selection={ids}
            control={canvas}
            onSelect={select}
            onMove={(move) => edit(moved(drawing, ids, move))}
            onPlace={(kind, point) =>
              add(
                placed(drawing, kind, point, {
                  categoryId: first?.id ?? '',
                  block: t('plan.block.default'),
                  text: t('plan.text'),
                }),
              )
            }
            onOutline={(points) => {
              const outline = { id: newId(), points, isClosed: true };
              add({ drawing: { ...drawing, outlines: [...drawing.outlines, outline] }, id: outline.id });
            }}
            background={drawing.background}
            isMeasuring={isMeasuring}
            onMoveBackground={({ dx, dy }, isByKey) => {
              const { background } = drawing;
              if (!background) return;
              const next = { ...background, x: background.x + dx, y: background.y + dy };
              changeBackground(next, isByKey ? 'background keys' : undefined);
            }}
            describe={describe}
            onMeasured={setMeasured}
            onPaint={(touched) => touched.length > 0 && edit(painted(drawing, touched, brush))}
          />
          <footer className="t-plan-status">
            <b>{t('plan.count', { count: seats.length })}</b>
            <span data-tone={faults.length > 0 ? 'bad' : 'good'}>
              {t('plan.faults', { count: faults.length + inspection.unlistedCount })}
            </span>
            <Check
              label={t('plan.snaps')}
              checked={snaps}
              onChange={(event) => setSnaps(event.target.checked)}
            />
            <span className="c-push">
              <Button
                kind="quiet"
                size="small"
                aria-label={t('plan.zoom-out')}
                onClick={() => canvas.current?.zoom(0.8)}
              >
                −
              </Button>
              <Button
                kind="quiet"
                size="small"
                aria-label={t('plan.zoom-in')}
                onClick={() => canvas.current?.zoom(1.25)}
              >
                +
              </Button>
              <Button kind="quiet" size="small" onClick={() => canvas.current?.fit()}>
                {t('plan.fit')}
              </Button>
            </span>
          </footer>
        </div>
        <aside className="t-plan-side" aria-label={t('plan.properties')}>
          <FaultList inspection={inspection} onShow={show} />
          {tool === 'brush' && (
            <section>
              <h2>{t('plan.tool.brush')}</h2>
              <BrushChoice {...{ brush, categories, seats }} onBrush={setBrush} />
            </section>
          )}
          {tool === 'background' && (
            <section>
              <h2>{t('plan.background')}</h2>
              <BackgroundForm
                background={drawing.background}
                isMeasuring={isMeasuring}
                onMeasure={setMeasuring}
                onStored={(file) => {
                  const { x, y, width, height } = planFrame(seats);
                  const middle = seats.length > 0 ? { x: x + width / 2, y: y + height / 2 } : { x: 0, y: 0 };
                  changeBackground(newBackground(file, middle, drawing.background));
                }}
                onChange={changeBackground}
              />
            </section>
          )}
          {isItemTool && items.length > 0 && (
            <section>
              <h2>
                {t('plan.selected', { count: items.length })}
                <span className="c-push">
                  <Button
                    kind="quiet"
                    square
                    size="small"
                    aria-label={t('plan.duplicate')}
                    icon={<Copy aria-hidden />}
                    onClick={duplicate}
                  />
                  <Button
                    kind="danger"
                    square
                    size="small"
                    aria-label={t('plan.remove')}
                    icon={<Trash2 aria-hidden />}
                    onClick={remove}
                  />
                </span>
              </h2>
              {items.length > 1 && (
                <Arrange
                  count={items.length}
                  onAlign={(edge: Edge) => arrange(align(chosenBoxes(), edge))}
                  onDistribute={(axis) => arrange(distribute(chosenBoxes(), axis))}
                />
              )}
              {single?.kind === 'block' && (
                <BlockForm
                  block={single.value}
                  categories={categories}
                  wrong={wrongOf(single.value.id)}
                  onChange={editOne}
                />
              )}
              {single?.kind === 'table' && (
                <TableForm
                  table={single.value}
                  categories={categories}
                  wrong={wrongOf(single.value.id)}
                  onChange={editOne}
                />
              )}
              {(single?.kind === 'block' || single?.kind === 'table') && (
                <ViewForm
                  key={single.value.id}
                  view={viewOf(drawing, single.value.id)}
                  onChange={(view, name) => edit(withView(drawing, single.value.id, view), name)}
                />
              )}
              {single?.kind === 'text' && <TextForm text={single.value} onChange={editOne} />}
              {single?.kind === 'outline' && <OutlineForm outline={single.value} onChange={editOne} />}
            </section>
          )}
          {isItemTool && (
            <section>
              <h2>{t('plan.categories')}</h2>
              <Categories
                {...{ categories, seats, active }}
                onChoose={hasSeats ? (id) => edit(categorised(drawing, ids, id)) : undefined}
              />
            </section>
          )}
          <section>
            <h2>{t('plan.items')}</h2>
            <ItemList {...{ drawing }} selection={ids} onSelect={select} />
            <div className="c-actions">
              <Button size="small" icon={<Plus className="c-icon" aria-hidden />} onClick={addBlock}>
                {t('plan.block.add')}
              </Button>
              <Button
                size="small"
                icon={<Plus className="c-icon" aria-hidden />}
                onClick={() => setGenerates(true)}
              >
                {t('plan.tables.add')}
              </Button>
            </div>
          </section>
          <section>
            <Field label={t('plan.name')} required>
              {(control) => (
                <Input
                  {...control}
                  value={drawing.name}
                  maxLength={120}
                  onChange={(event) => edit({ ...drawing, name: event.target.value }, 'name')}
                />
              )}
            </Field>
            <PlanFiles
              drawing={drawing}
              categoryIds={new Set(categories.map(({ id }) => id))}
              onImport={(next) => {
                edit({ ...drawing, ...next });
                select(NOTHING);
                requestAnimationFrame(() => canvas.current?.fit());
              }}
            />
          </section>
        </aside>
      </div>
      {measured && (
        <LengthDialog
          onClose={() => setMeasured(null)}
          onLength={(metres) => {
            const scaled = drawing.background && scaledBetween(drawing.background, measured, metres);
            if (scaled) changeBackground(scaled);
            setMeasured(null);
            setMeasuring(false);
          }}
        />
      )}
      {generates && (
        <Opening onClose={() => setGenerates(false)}>
          <TablesDialog
            firstLabel={nextLabel(drawing)}
            categories={categories}
            onGenerate={generate}
            onClose={() => setGenerates(false)}
          />
        </Opening>
      )}
    </div>
  );
};
