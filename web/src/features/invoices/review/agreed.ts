// Lines beside the rate that is agreed for them.
import type { Line } from './invoice-calls.ts'

/** By how much an hour of the line is above the agreed rate; 0 where it is not, or nothing is agreed. */
export const aboveAgreed = ({ unitPrice, agreedRate }: Pick<Line, 'unitPrice' | 'agreedRate'>): number =>
  typeof agreedRate === 'number' && unitPrice > agreedRate
    ? Math.round((unitPrice - agreedRate) * 1e4) / 1e4
    : 0
