// Calls that are repeated until the server answers.
import { serverIsAway, serverIsBack } from '../../../lib/connection.ts'
import { isAway, isUnanswered, Refusal } from '../../../lib/refusal.ts'

/** Calls until there is an answer. A POST is repeated with the key of its first time, so nothing is done twice. */
export async function whenServerAnswers<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      if (isAway(error)) {
        serverIsAway()
        await serverIsBack()
      } else if (isBusy(error) && attempt < 20) {
        await wait(1000 * Math.max(1, Number(error.retryAfter ?? 1)))
      } else throw error
    }
  }
}

// too many calls at once, or the first one of equal calls is still running
const isBusy = (error: unknown): error is Refusal =>
  error instanceof Refusal && (error.status === 429 || (error.status === 409 && isUnanswered(error)))

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
