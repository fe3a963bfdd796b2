// Which columns a v2 object is read from: those of the properties to be shown.

export interface ShownFrom {
  /** Read whatever is selected. */
  readonly always: readonly string[]
  /** By the property that needs them, in lower case. */
  readonly of: Readonly<Record<string, readonly string[]>>
}

/** The columns of the selected properties; all if none are selected. */
export const columnsFor = (
  { always, of }: ShownFrom,
  selected: ReadonlySet<string> | null,
): readonly string[] => [
  ...always,
  ...Object.entries(of).flatMap(([name, columns]) => (selected?.has(name) === false ? [] : columns)),
]
