// What runs in a document worker: a function of a module, named by both, so that another thread can load it.

/** A function for `DocumentWorkers.run`. What it is given and what it returns is copied between threads: plain data only. */
export interface DocumentTask<Input, Output> {
  /** The address of the module that exports the function. */
  readonly module: string
  readonly name: string
  /** What the document is called at the beginning of a message: `The template`. */
  readonly called: string
  /** Never there: it only carries the types. */
  readonly types?: (input: Input) => Output
}

/** Names a function of a module by the module's address and the name it is exported under. */
export const documentTask = <Work extends (input: never) => unknown>(
  module: URL,
  { name, called }: { readonly name: string; readonly called: string },
): DocumentTask<Parameters<Work>[0], Awaited<ReturnType<Work>>> => ({ module: module.href, name, called })
