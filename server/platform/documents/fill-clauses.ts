// Puts clauses into the places that a filled document has for them: which text of each, with its placeholders filled.
import { filledText } from './answer-places.ts'
import { type ClausePlace, putClauses } from './clause-anchors.ts'
import { keyOfName, withNamesReplaced } from './docx-names.ts'
import type { Scope } from './docx-template.ts'

/** A clause that goes into documents: its texts, each a list of paragraphs with placeholders. */
export interface ClauseToFill {
  /** As `keyOfName` makes it. */
  readonly key: string
  readonly standard: readonly string[]
  readonly alternatives: readonly { readonly name: string; readonly paragraphs: readonly string[] }[]
}

/** A clause that went into a document. */
export interface FilledClause {
  readonly key: string
  /** Null for the standard text. */
  readonly alternative: string | null
}

interface Filling {
  readonly input: string
  readonly answers: Scope
  readonly clauses: readonly ClauseToFill[]
  /** What stands where a name has no text. */
  readonly withoutText: (name: string) => string
}

interface Filled {
  readonly markup: string
  readonly filled: readonly FilledClause[]
  /** The placeholders of what went in. */
  readonly names: readonly string[]
  /** Places that no clause is for, as the document has them. */
  readonly unknown: readonly string[]
}

/** Fills the places of markup whose placeholders are filled. */
export function fillClauses(markup: string, { input, answers, clauses, withoutText }: Filling): Filled {
  const byKey = new Map(clauses.map((clause) => [clause.key, clause]))
  const filled: FilledClause[] = []
  const unknown: string[] = []
  const names = new Set<string>()
  const fill = (text: string) =>
    withNamesReplaced(text, (name) => {
      names.add(name)
      const answer = answers.get(keyOfName(name))
      return (answer && filledText(answer)) ?? withoutText(name)
    })
  const textOf = (place: ClausePlace): readonly string[] => {
    const clause = byKey.get(keyOfName(place.key))
    const chosen = clause && chosenIn(clause, place, answers)
    if (!chosen) {
      unknown.push(place.alternative === null ? place.key : `${place.key}/${place.alternative}`)
      return []
    }
    filled.push({ key: chosen.key, alternative: chosen.alternative })
    return chosen.paragraphs.map(fill)
  }
  return { markup: putClauses(markup, { input, textOf }), filled, names: [...names], unknown }
}

function chosenIn(clause: ClauseToFill, { alternative, by }: ClausePlace, answers: Scope) {
  const { key, standard, alternatives } = clause
  const named = (name: string) => alternatives.find((each) => keyOfName(each.name) === keyOfName(name))
  const wanted = alternative ?? (by === null ? null : (answers.get(keyOfName(by))?.text ?? null))
  const found = wanted === null ? undefined : named(wanted)
  if (found) return { key, alternative: found.name, paragraphs: found.paragraphs }
  // an answer that names no alternative is one for the standard text; a name in the document is a mistake
  return alternative === null ? { key, alternative: null, paragraphs: standard } : undefined
}
