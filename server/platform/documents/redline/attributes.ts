// Attributes of elements in office files, by their names without a prefix.
import { local } from '../text/xml-parts.ts'

export type Attributes = Readonly<Record<string, string>>

/** The value of an attribute, whatever its prefix. */
export const attribute = (attributes: Attributes, name: string): string | undefined =>
  Object.entries(attributes).find(([each]) => local(each) === name)?.[1]
