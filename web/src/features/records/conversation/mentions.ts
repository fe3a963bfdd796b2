// Names that are mentioned in a message: "@Ana Prior". Plain functions of the text and the people who can be mentioned.
import { nameOf } from '../../../lib/person-name.ts'
import type { Person } from '../record-calls.ts'

/** What is being typed after an @, up to the caret; undefined when nothing is. */
export function mentionBeingTyped(text: string, caret: number): string | undefined {
  const before = text.slice(0, caret)
  return /(?:^|[\s(])@([\p{L}\p{M}'’-]*(?: [\p{L}\p{M}'’-]*)?)$/u.exec(before)?.[1]
}

/** The text with the mention that is being typed completed, and where the caret goes. */
export function withMention(text: string, caret: number, person: Person): { text: string; caret: number } {
  const typed = mentionBeingTyped(text, caret) ?? ''
  const start = caret - typed.length
  const name = `${nameOf(person)} `
  return { text: text.slice(0, start) + name + text.slice(caret), caret: start + name.length }
}

/** The people whose names stand in the text after an @. */
export function mentionedIn(text: string, people: readonly Person[]): readonly Person[] {
  return people.filter((person) => {
    const at = text.indexOf(`@${nameOf(person)}`)
    // "@Ana Priorson" is not Ana Prior
    return at >= 0 && !/^[\p{L}\p{M}]/u.test(text.slice(at + nameOf(person).length + 1))
  })
}

/** The text in pieces: plain ones, and names that are mentioned. */
export function piecesOf(
  text: string,
  mentioned: readonly Person[],
): readonly { readonly text: string; readonly isName: boolean }[] {
  const names = mentioned.map((person) => `@${nameOf(person)}`).toSorted((a, b) => b.length - a.length)
  const first = names.map((name) => ({ name, at: text.indexOf(name) })).filter(({ at }) => at >= 0)
  const next = first.toSorted((a, b) => a.at - b.at || b.name.length - a.name.length)[0]
  if (next === undefined) return text === '' ? [] : [{ text, isName: false }]
  const before = next.at === 0 ? [] : [{ text: text.slice(0, next.at), isName: false }]
  return [
    ...before,
    { text: next.name, isName: true },
    ...piecesOf(text.slice(next.at + next.name.length), mentioned),
  ]
}
