export { SeatMap, type SeatMapLabels, type SeatMapProps } from './seat-map';
export type { DrawnSeat, PlanDrawing, SeatState } from './draw';
