// Differences between two states of an object.

/** Changes as events report them: old and new value. */
export type Differences<Name extends string> = Readonly<
  Partial<Record<Name, { readonly from: unknown; readonly to: unknown }>>
>

/** The properties among `names` whose values differ; two dates of the same time are equal. */
export function differencesOf<State extends object, Name extends keyof State & string>(
  before: State,
  after: State,
  names: readonly Name[],
): Differences<Name> {
  const changed = names.filter((name) => !isSame(before[name], after[name]))
  return Object.fromEntries(
    changed.map((name) => [name, { from: before[name], to: after[name] }]),
  ) as Differences<Name>
}

const isSame = (a: unknown, b: unknown): boolean =>
  a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b
