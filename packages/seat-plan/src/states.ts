export type SeatState = 'FREE' | 'HELD' | 'SOLD' | 'BLOCKED' | 'MINE';
