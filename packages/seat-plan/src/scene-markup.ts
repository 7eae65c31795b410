import { escape } from './markup';
import type { PlanOutline, PlanScene, PlanText, TableTop } from './types';
import './scene.css';

const turned = (degrees: number, x: number, y: number): string =>
  degrees ? ` transform="rotate(${degrees} ${x} ${y})"` : '';

const topMarkup = ({ label, form, x, y, width, depth, rotation }: TableTop): string =>
  (form === 'ROUND'
    ? `<circle cx="${x}" cy="${y}" r="${width / 2}"/>`
    : `<rect x="${x - width / 2}" y="${y - depth / 2}" width="${width}" height="${depth}" rx="5"${turned(rotation, x, y)}/>`) +
  // Upright, however the table is turned.
  `<text class="seat-plan-table" x="${x}" y="${y}">${escape(label)}</text>`;

const outlineMarkup = ({ points, isClosed }: PlanOutline): string =>
  `<path d="M${points.map(({ x, y }) => `${x} ${y}`).join('L')}${isClosed ? 'Z' : ''}"/>`;

const textMarkup = ({ text, x, y, size, rotation }: PlanText): string =>
  `<text x="${x}" y="${y}" font-size="${size}"${turned(rotation, x, y)}>${escape(text)}</text>`;

/** Tables, walls and texts; loaded only for plans that have some. */
export const sceneMarkup = ({ tables, outlines, texts }: PlanScene): string =>
  outlines.map(outlineMarkup).join('') + tables.map(topMarkup).join('') + texts.map(textMarkup).join('');
