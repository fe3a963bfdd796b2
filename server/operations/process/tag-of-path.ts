// The tag of an address in the documents, from the words that it has.
import { tagGroups } from './api-tags.ts'

const all = tagGroups.flatMap(({ tags }) => tags)

/**
 * The tag of a path: by its first segment, otherwise by the last one that a tag has as its word. Undefined if there is
 * none.
 */
export function tagOfPath(path: string): string | undefined {
  const words = path
    .toLowerCase()
    .replace(/^\/(?:[a-z]+-apis\/v1|v2)\//, '')
    .split('/')
    .filter((word) => !/^[:{]/.test(word))
  const decided = all.find(({ first }) => first?.includes(words[0] ?? ''))?.name
  const named = (word: string) => all.find((each) => each.words.includes(word))?.name
  const found = words.map((word, at) => named(`${words[at - 1] ?? ''}/${word}`) ?? named(word))
  return decided ?? found.findLast((name) => name !== undefined)
}
