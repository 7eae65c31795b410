/** What the button that follows the choice of seats is told. */
export interface NextStepProps {
  /** The basket, when the server has confirmed exactly these seats. */
  cartId: string | undefined;
  count: number;
}
