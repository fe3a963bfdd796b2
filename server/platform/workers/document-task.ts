// A task for a document worker: a function identified by its module and name, so that another thread can load it.

/** A function for `DocumentWorkers.run`. Its input and output are copied between threads: plain data only. */
export interface DocumentTask<Input, Output> {
  /** The URL of the module that exports the function. */
  readonly module: string
  readonly name: string
  /** What the document is called at the start of a message: `The template`. */
  readonly called: string
  /** Never set: it only carries the types. */
  readonly types?: (input: Input) => Output
}

/** Identifies a function by the URL of its module and its export name. */
export const documentTask = <Work extends (input: never) => unknown>(
  module: URL,
  { name, called }: { readonly name: string; readonly called: string },
): DocumentTask<Parameters<Work>[0], Awaited<ReturnType<Work>>> => ({ module: module.href, name, called })
