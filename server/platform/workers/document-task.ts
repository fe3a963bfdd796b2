// A task for a document worker: a function identified by its module and name, so that another thread can load it.

/** What a task may take of its thread. */
export interface TaskLimits {
  /** Of processor time. */
  readonly seconds: number
  /** Of the JavaScript heap and of the bytes outside it. */
  readonly megabytes: number
}

/** A function for `DocumentWorkers.run`. Its input and output are copied between threads: plain data only. */
export interface DocumentTask<Input, Output> {
  /** The URL of the module that exports the function. */
  readonly module: string
  readonly name: string
  /** What the document is called at the start of a message: `The template`. */
  readonly called: string
  /** If not those of all tasks. */
  readonly limits?: TaskLimits | undefined
  /** Never set: it only carries the types. */
  readonly types?: (input: Input) => Output
}

/** Identifies a function by the URL of its module and its export name. */
export const documentTask = <Work extends (input: never) => unknown>(
  module: URL,
  { name, called, limits }: Pick<DocumentTask<never, unknown>, 'name' | 'called' | 'limits'>,
): DocumentTask<Parameters<Work>[0], Awaited<ReturnType<Work>>> => ({
  module: module.href,
  name,
  called,
  limits,
})
