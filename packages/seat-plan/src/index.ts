export * from './types';
export { planBounds, planFrame, SEAT_SIZE, seatsOfRow, type PlanFrame } from './geometry';
export {
  countSeats,
  MAX_PLAN_ISSUES,
  MAX_PLAN_SEATS,
  PlanError,
  type PlanIssue,
  type PlanIssueCode,
  type PlanIssues,
} from './issues';
export {
  type GenerateOptions,
  generateShapes,
  planIssues,
  previewSeats,
  type PreviewShape,
  previewShapes,
} from './generate';
export { rowIndex, rowLetters, rowNames } from './rows';
export {
  CHAIR_DISTANCE,
  chairsOf,
  generateTables,
  leastSize,
  splitLabel,
  type TableGrid,
  tableLabels,
  tableTop,
} from './tables';
export { areConsecutive, bestGroup, bestSeats, consecutiveRuns, runAround, seatName } from './seats';
export { type Direction, neighbour } from './neighbour';
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
