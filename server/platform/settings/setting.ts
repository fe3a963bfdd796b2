// The definition of a setting: the variable it is read from, its meaning for the documentation, and how its text is
// parsed.

/** What `readConfig` reads: the process environment, or one made by a test. */
export type Environment = Record<string, string | undefined>

export interface Setting<Value> {
  readonly variable: string
  readonly meaning: string
  /** The default as shown in the documentation, if it is not the literal one. */
  readonly shownDefault?: string
  readonly parse: (text: string | undefined, env: Environment) => Value
}

/** Declares a setting. `parse` throws a `InvalidSetting` for a value that is not acceptable. */
export const setting = <Value>(
  variable: string,
  meaning: string,
  parse: Setting<Value>['parse'],
  shownDefault?: string,
): Setting<Value> => ({ variable, meaning, parse, ...(shownDefault === undefined ? {} : { shownDefault }) })
