// The code inside a document worker: loads the module of a task, runs its function and returns the outcome. Rejections
// (AppError) are returned as data, because errors lose their class between threads.
import { threadId } from 'node:worker_threads'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { AppError, type ErrorCode, type InputProblem, InputError } from '../errors.ts'
import { buffersIn } from './buffers-in.ts'
import { goBehind } from './thread-priority.ts'

/** The work requested of the thread. */
export interface Order {
  readonly module: string
  readonly name: string
  readonly input: unknown
  /** One number, in memory that is shared: the thread writes its id there, so that it can be watched. */
  readonly thread: Int32Array
}

export type Outcome =
  | { readonly kind: 'done'; readonly output: unknown }
  | {
      readonly kind: 'refused'
      readonly code: ErrorCode
      readonly message: string
      /** What is wrong with the input, if that is the reason. */
      readonly problems: readonly InputProblem[] | undefined
      readonly errors: AppError['errors']
    }
  /** JavaScript gave up: the document is too deep for the stack, or produces a string that is too long. */
  | { readonly kind: 'overrun' }

goBehind()

// what a library prints of a document is no line of the log, and nobody else's to read
for (const method of ['debug', 'log', 'info', 'warn', 'trace', 'error'] as const)
  console[method] = () => undefined

/** Runs the order; called by name from `document-workers.ts`. */
export async function runOrder({ module, name, input, thread }: Order): Promise<unknown> {
  Atomics.store(thread, 0, threadId)
  const exported = (await import(module)) as Record<string, (input: unknown) => unknown>
  const work = exported[name]
  if (!work) throw new Error(`${module} exports no ${name}`)
  try {
    const output = await work(input)
    const outcome: Outcome = { kind: 'done', output }
    return move({ [transferableSymbol]: buffersIn(output), [valueSymbol]: outcome })
  } catch (error) {
    return outcomeOf(error)
  }
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof AppError) {
    const { code, message, errors } = error
    const problems = error instanceof InputError ? error.problems : undefined
    return { kind: 'refused', code, message, errors, problems }
  }
  if (error instanceof RangeError) return { kind: 'overrun' }
  throw error
}
