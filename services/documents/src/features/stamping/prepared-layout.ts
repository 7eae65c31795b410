import type { Typeface } from './typeface';

/** Where a text is written, in the coordinates of the page around it. */
export interface TextSlot {
  readonly kind: 'text';
  readonly object: number;
  readonly typeface: Typeface;
  /** Object of the typeface in the file. */
  readonly font: number;
  readonly size: number;
  readonly align: 'left' | 'center' | 'right';
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
}
/** Where a QR code is drawn. */
export interface QrCodeSlot {
  readonly kind: 'qrCode';
  readonly object: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
export type Slot = TextSlot | QrCodeSlot;

/** A typeface of texts, whose outlines are an object that is not in the file yet. */
export interface LayoutTypeface {
  readonly typeface: Typeface;
  readonly object: number;
}

/**
 * A printed layout. Its pages draw an object for each slot that is not in the file yet; the objects of slots and typefaces
 * are numbered one after the other.
 */
export interface PreparedLayout {
  readonly pdf: Buffer;
  readonly slots: readonly Slot[];
  readonly typefaces: readonly LayoutTypeface[];
  readonly pages: number;
  /** What an addition to the file refers to. */
  readonly trailer: {
    readonly root: string;
    readonly info: string | null;
    readonly size: number;
    readonly startxref: number;
  };
}
