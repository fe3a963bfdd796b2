// How many files one address may check without an account.
import type { App } from '../platform/app.ts'
import { AppError } from '../platform/errors.ts'
import { type AttemptLimit, reserveAttempt } from '../platform/secrets/attempt-limit.ts'

const limit: AttemptLimit = { name: 'seal-checks', most: 30, minutes: 10 }

/** Counts a check, in all processes together. Throws too_many_requests beyond the limit. */
export async function countCheck(app: App, ip: string): Promise<void> {
  await reserveAttempt(app, limit, { subject: '', ip }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error
    const { headers = {} } = error
    throw new AppError(
      'too_many_requests',
      `Without an account, ${limit.most} files can be checked in ${limit.minutes} minutes. Try again later.`,
      { headers },
    )
  })
}
