/** Steps of a sale, in the order of display. */
export const STEPS = ['PAID', 'VALIDATED', 'TICKETED', 'RENDERED', 'MAILED', 'LINKED'] as const;

export type Step = (typeof STEPS)[number];

export interface PaymentOfReservation {
  id: string;
  state: string;
  amountMinor: number;
  toRefundMinor: number;
  refundedMinor: number;
  refundedAt: string | null;
  at: string;
}

export type Share =
  { kind: 'amount'; amountMinor: number } | { kind: 'percentage'; points: number } | { kind: 'rest' };

/** An agreed payment with what is paid of it. */
export interface Instalment {
  label: string;
  dueOn: string;
  share: Share;
  amountMinor: number;
  paidMinor: number;
  state: 'PAID' | 'LATE' | 'NEXT' | 'LATER';
}

/** Response of `GET …/informations` of a reservation. */
export interface ReservationDetails {
  /** Number of its set of tickets, which a change names; null before the first sale. */
  edition: number | null;
  /** Items whose holders are in the room. */
  arrivedItems: string[];
  /** What gift vouchers pay, in cents: it goes back to them when the reservation is cancelled. */
  byVoucherMinor: number;
  items: {
    id: string;
    seatId: string;
    seatLabel: string;
    formula: string;
    category: string;
    price: string;
    priceMinor: number;
    /** A driver of the group sits there, free of charge. */
    isDriver: boolean;
    ticketCode: string | null;
    ticketState: string | null;
  }[];
  options: {
    id: string;
    name: string;
    formula: string;
    quantity: number;
    price: string;
    detailLabel: string | null;
    detail: string | null;
    forPmr: boolean;
    forPostalSend: boolean;
    inGiftBag: boolean;
    isTicket: boolean;
    /** Those that are valid and numbered. */
    tickets: { id: string; code: string; usedAt: string | null }[];
  }[];
  vat: { rate: string; base: string; tax: string }[];
  payments: PaymentOfReservation[];
  process: { step: Step; at: string }[];
  documentId: string | null;
  /** Local day from which there are tickets, while it is still to come. */
  ticketsOn: string | null;
  /** Left to pay, in cents; gift vouchers and refunds are taken into account. */
  dueMinor: number;
  /** The agreed payments of a pre-reservation, and what is to be paid of them now. */
  instalments: Instalment[];
  dueNowMinor: number;
  /** What a cancellation by the customer keeps of what was paid. */
  keptOnCancellationMinor: number;
  /** Beginning of the performance of a pre-reservation. */
  payableUntil: string | null;
}

/** Shows what is there of a reservation while a newer version loads: no open dialog of it closes. Never another reservation's. */
export const whileNewerLoads =
  (id: string) =>
  (before: ReservationDetails | undefined, query: { queryKey: readonly unknown[] } | undefined) =>
    query?.queryKey[1] === id ? before : undefined;

/** After a sale its tickets are numbered, then rendered, which takes seconds; they may also be due on a later day. */
export const awaitsTickets = ({
  process,
  documentId,
  ticketsOn,
}: Pick<ReservationDetails, 'process' | 'documentId' | 'ticketsOn'>): boolean => {
  const isDone = (step: Step) => process.some((done) => done.step === step);
  return isDone('VALIDATED') && (!isDone('TICKETED') || (documentId === null && ticketsOn === null));
};

/** Cents as a decimal amount of the API. */
export const moneyOf = (minor: number): string => (minor / 100).toFixed(2);

/** A step as it is shown; PAID_IN_PART stands for PAID while money of the sale is missing. */
export type ShownStep = Step | 'PAID_IN_PART' | End;
const ENDS = ['CANCELED', 'QUOTE_REFUSED'] as const;
type End = (typeof ENDS)[number];
export interface ProgressStep {
  step: ShownStep;
  /** Null for a step that waits, and where the moment is not known. */
  at: string | null;
  isDone: boolean;
}

/** Whether a sale was given up with it. */
export const isEnd = (step: ShownStep): step is End => ENDS.some((end) => end === step);

/** What is known of the sale besides its steps. */
interface SaleOfProgress extends Pick<ReservationDetails, 'process' | 'payments' | 'dueMinor'> {
  state: string;
  hasEmail: boolean;
  hasTelephone: boolean;
}

/** The steps of a sale that have come or will come, and how it ended when it was given up. */
export function shownProgress(sale: SaleOfProgress): ProgressStep[] {
  const reached = new Map(sale.process.map(({ step, at }) => [step, at]));
  const end = ENDS.find((state) => state === sale.state);
  const willCome = (step: Step): boolean => {
    if (end) return false;
    if (step === 'MAILED') return sale.hasEmail;
    // A client is known by an address or a telephone number.
    return step !== 'LINKED' || sale.hasEmail || sale.hasTelephone;
  };
  const steps = STEPS.flatMap((step): ProgressStep[] => {
    const at = reached.get(step);
    if (!at) return willCome(step) ? [{ step, at: null, isDone: false }] : [];
    return [step === 'PAID' ? paidStep(sale, at, end !== undefined) : { step, at, isDone: true }];
  });
  return end ? [...steps, { step: end, at: null, isDone: true }] : steps;
}

/** The step is noted with the first payment; the sale is paid with the last one. */
function paidStep(
  { process, payments, dueMinor }: SaleOfProgress,
  at: string,
  isOver: boolean,
): ProgressStep {
  // Nothing is due any more of a sale that is over: tickets were made of what was paid in full.
  const isInPart = isOver ? !process.some(({ step }) => step === 'VALIDATED') : dueMinor > 0;
  if (isInPart) return { step: 'PAID_IN_PART', at, isDone: true };
  const moments = payments.filter(({ state }) => state === 'ACCEPTED').map((payment) => payment.at);
  return { step: 'PAID', at: moments.sort().at(-1) ?? at, isDone: true };
}
