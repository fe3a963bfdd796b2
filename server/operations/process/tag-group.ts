// What a tag of the documents is.
import type { TagDescription } from '../../http/openapi/document.ts'

interface ApiTag extends TagDescription {
  /** Segments of addresses, in lower case; with the one before them where that decides. */
  readonly words: readonly string[]
  /** Segments that decide wherever they begin the address. */
  readonly first?: readonly string[]
}

/** Tags that are read together. */
export interface TagGroup {
  readonly name: string
  readonly tags: readonly ApiTag[]
}
