// Attributes of elements in office files, by their names without a prefix.

export type Attributes = Readonly<Record<string, string>>

/** The value of an attribute, whatever its prefix. */
export const attribute = (attributes: Attributes, name: string): string | undefined =>
  Object.entries(attributes).find(([each]) => each.slice(each.indexOf(':') + 1) === name)?.[1]
