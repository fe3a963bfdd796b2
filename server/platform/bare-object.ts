// Objects that are looked up by names from outside.

/**
 * An object that has only the properties it is given. A plain one inherits `constructor`, `toString` and others, which a
 * caller may send as a name.
 */
export const bareObject = <Value>(properties: Readonly<Record<string, Value>> = {}): Record<string, Value> =>
  Object.assign(Object.create(null) as Record<string, Value>, properties)
