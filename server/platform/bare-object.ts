// Objects used as lookup tables for untrusted names.

/**
 * An object with only the given properties. A plain one inherits `constructor`, `toString` and others, which a caller
 * may send as a name.
 */
export const bareObject = <Value>(properties: Readonly<Record<string, Value>> = {}): Record<string, Value> =>
  Object.assign(Object.create(null) as Record<string, Value>, properties)
