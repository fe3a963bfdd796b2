// A stage or state that a record could have next, and what stands in the way.
import { AppError } from '../platform/errors.ts'

/** `because` says why it is not allowed now, or who could do it; null when the caller can. */
export interface PossibleMove<To extends string> {
  readonly to: To
  readonly allowed: boolean
  readonly because: string | null
}

/** The move, with the first of the reasons that stand in its way. */
export function possibleMove<To extends string>(
  to: To,
  reasons: readonly (string | undefined)[],
): PossibleMove<To> {
  const because = reasons.find((reason) => reason !== undefined) ?? null
  return { to, allowed: because === null, because }
}

/** What a check throws for the caller to read; undefined when it passes. */
export function refusalOf(check: () => void): AppError | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
