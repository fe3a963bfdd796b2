// Which columns a thing of v2 is read from: those of the properties that are to be shown.

export interface ShownFrom {
  /** Read whatever is chosen. */
  readonly always: readonly string[]
  /** By the property that needs them, in lower case. */
  readonly of: Readonly<Record<string, readonly string[]>>
}

/** The columns for the properties that are to be shown; all when none are chosen. */
export const columnsFor = (
  { always, of }: ShownFrom,
  selected: ReadonlySet<string> | null,
): readonly string[] => [
  ...always,
  ...Object.entries(of).flatMap(([name, columns]) => (selected?.has(name) === false ? [] : columns)),
]
