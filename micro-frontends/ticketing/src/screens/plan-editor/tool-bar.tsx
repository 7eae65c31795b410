import {
  Armchair,
  Circle,
  Hand,
  Image,
  MousePointer2,
  Paintbrush,
  RectangleHorizontal,
  Rainbow,
  Spline,
  Type,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Tooltip } from '@coulisse/ui-kit';
import { type Tool, TOOL_KEYS, TOOLS } from './key-commands';

const ICONS: Readonly<Record<Tool, ReactNode>> = {
  select: <MousePointer2 aria-hidden />,
  pan: <Hand aria-hidden />,
  rows: <Armchair aria-hidden />,
  arc: <Rainbow aria-hidden />,
  round: <Circle aria-hidden />,
  rectangle: <RectangleHorizontal aria-hidden />,
  outline: <Spline aria-hidden />,
  text: <Type aria-hidden />,
  brush: <Paintbrush aria-hidden />,
  background: <Image aria-hidden />,
};

/** The tools, beside the drawing and never over it. */
export const ToolBar = ({ tool, onTool }: { tool: Tool; onTool: (tool: Tool) => void }) => {
  const { t } = useTranslation('ticketing');
  return (
    <div className="t-plan-tools" role="toolbar" aria-label={t('plan.tools')}>
      {TOOLS.map((name) => (
        <Tooltip key={name} text={t(`plan.tool.${name}`)}>
          {(describedBy) => (
            <button
              type="button"
              aria-label={t(`plan.tool.${name}`)}
              aria-describedby={describedBy}
              aria-pressed={name === tool}
              aria-keyshortcuts={TOOL_KEYS[name]}
              onClick={() => onTool(name)}
            >
              {ICONS[name]}
              <kbd aria-hidden>{TOOL_KEYS[name]}</kbd>
            </button>
          )}
        </Tooltip>
      ))}
    </div>
  );
};
