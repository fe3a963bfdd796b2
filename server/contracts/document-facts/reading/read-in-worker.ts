// The facts of a document with their passages as people see them. Runs in a document worker.
import { contractTextOf, paragraphAt } from './contract-text.ts'
import type { Certainty, FactValue } from './fact.ts'
import { type Passage, passageAround, type Text } from './passages.ts'
import { readFactsIn } from './read-facts.ts'

export interface ReadFact {
  readonly id: string
  readonly value: FactValue
  readonly certainty: Certainty
  readonly passage: Passage
}

/** Reads the facts of the paragraphs. */
export function readFactsOfText(paragraphs: readonly Text[]): readonly ReadFact[] {
  const document = contractTextOf(paragraphs)
  return readFactsIn(document).map((fact) => {
    const { start, end, certainty, ...value } = fact
    const { index, start: first } = paragraphAt(document, start)
    const passage = passageAround(paragraphs, { paragraph: index, start: start - first, end: end - first })
    return { id: `${fact.kind}-${start}`, value, certainty, passage }
  })
}
