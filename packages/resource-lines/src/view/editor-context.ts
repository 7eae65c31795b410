import { createContext, useContext } from 'react';
import type { Language } from '@coulisse/ui-kit';
import type { ProductChoice } from '../model/commands';
import type { PriceEntry, Reference } from '../model/document';
import type { useResourceText } from '@coulisse/resource-client';
import type { LinesStore } from '../store';

/** What every part of the editor needs. It does not change while lines are edited: no row renders for it. */
export interface EditorContext {
  store: LinesStore;
  language: Language;
  /** The texts: a hook in each of thousands of cells would cost more than the cell. */
  text: ReturnType<typeof useResourceText>;
  readOnly: boolean;
  priceEntry: PriceEntry;
  units: readonly Reference[];
  /** VAT rate of the first line of a document; the next ones take that of the line before. */
  vatRate: string;
  findProducts?: (text: string) => Promise<readonly ProductChoice[]>;
  /** Creates a product of that name; null when the user cancels. */
  createProduct?: (label: string) => Promise<ProductChoice | null>;
  announce: (message: string) => void;
  openDetails: (key: string) => void;
}

const Context = createContext<EditorContext | null>(null);
export const EditorProvider = Context.Provider;

export const useEditor = (): EditorContext => {
  const editor = useContext(Context);
  if (!editor) throw new Error('useEditor outside of LinesEditor');
  return editor;
};
