// What one setting is: the variable it is read from, its meaning for the documentation, and how its text is parsed.

/** What `readConfig` reads: the process environment, or a test's own. */
export type Environment = Record<string, string | undefined>

export interface Setting<Value> {
  readonly variable: string
  readonly meaning: string
  /** The default as the documentation shows it, when it is not the literal one. */
  readonly shownDefault?: string
  readonly parse: (text: string | undefined, env: Environment) => Value
}

/** Declares a setting. `parse` throws a `Mistake` for a value that is not acceptable. */
export const setting = <Value>(
  variable: string,
  meaning: string,
  parse: Setting<Value>['parse'],
  shownDefault?: string,
): Setting<Value> => ({ variable, meaning, parse, ...(shownDefault === undefined ? {} : { shownDefault }) })
