export * from './types';
export { planBounds, planFrame, SEAT_SIZE, type PlanFrame } from './geometry';
export {
  countSeats,
  MAX_PLAN_ISSUES,
  MAX_PLAN_SEATS,
  PlanError,
  type PlanIssue,
  type PlanIssueCode,
  type PlanIssues,
} from './issues';
export { type GenerateOptions, planIssues, previewShapes, generateShapes } from './generate';
export { rowIndex, rowLetters } from './rows';
export { areConsecutive, bestSeats, consecutiveRuns, runAround, seatName } from './seats';
export { stableId } from './uuid';
export { numberOfSeat, seatIdOf } from './seat-id';
export type { SeatState } from './states';
export {
  decodeChanges,
  decodeSeats,
  encodeChanges,
  encodeSeats,
  stateAt,
  type SeatChanges,
  type SeatColumns,
  type SeatPlace,
} from './wire';
