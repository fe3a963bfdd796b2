// Precision and recall of what is read from labelled contracts, by fact.
import { readPlainText } from '../../server/platform/documents/text/plain-text.ts'
import type { Certainty } from '../../server/contracts/document-facts/reading/fact.ts'
import { readFacts } from '../../server/contracts/document-facts/reading/read-facts.ts'
import { asText, compared, type ComparedKind, comparedKinds, wantedOf } from './compare.ts'
import type { Labelled } from './labels.ts'

export interface Figures {
  readonly kind: ComparedKind
  /** What was read, and how much of it the lawyers say too. */
  read: number
  right: number
  /** What the lawyers say, and how much of it was read. */
  wanted: number
  found: number
  /** Contracts in which it was marked and not answered in a way that can be compared. */
  leftOut: number
  readonly byCertainty: Record<Certainty, { read: number; right: number }>
}

/** A difference, to look at while the rules are written. */
export interface Miss {
  readonly file: string
  readonly kind: ComparedKind
  readonly read: readonly string[]
  readonly wanted: readonly string[]
}

const none = (kind: ComparedKind): Figures => ({
  kind,
  read: 0,
  right: 0,
  wanted: 0,
  found: 0,
  leftOut: 0,
  byCertainty: {
    certain: { read: 0, right: 0 },
    likely: { read: 0, right: 0 },
    possible: { read: 0, right: 0 },
  },
})

/** Reads each contract and compares. */
export function measure(contracts: readonly Labelled[]): {
  readonly figures: readonly Figures[]
  readonly misses: readonly Miss[]
} {
  const figures = comparedKinds.map(none)
  const misses: Miss[] = []
  for (const contract of contracts) {
    const facts = readFacts(readPlainText(contract.text).paragraphs)
    for (const figure of figures) {
      const wanted = wantedOf(contract, figure.kind)
      if (wanted === undefined) {
        figure.leftOut++
        continue
      }
      const { same } = compared[figure.kind]
      const read = facts
        .filter(({ kind }) => kind === figure.kind)
        .map((fact) => ({ text: asText(fact) ?? '', certainty: fact.certainty }))
      for (const { text, certainty } of read)
        count(
          figure,
          certainty,
          wanted.some((each) => same(text, each)),
        )
      const found = wanted.filter((each) => read.some(({ text }) => same(text, each)))
      figure.wanted += wanted.length
      figure.found += found.length
      if (found.length < wanted.length || read.some(({ text }) => !wanted.some((each) => same(text, each))))
        misses.push({ file: contract.file, kind: figure.kind, read: read.map(({ text }) => text), wanted })
    }
  }
  return { figures, misses }
}

function count(figure: Figures, certainty: Certainty, right: boolean): void {
  for (const counted of [figure, figure.byCertainty[certainty]]) {
    counted.read++
    if (right) counted.right++
  }
}

/** The share of what was read that is right; 1 where nothing was. */
export const precision = ({ read, right }: Pick<Figures, 'read' | 'right'>): number =>
  read === 0 ? 1 : right / read
/** The share of what there is that was read; 1 where there is nothing. */
export const recall = ({ wanted, found }: Pick<Figures, 'wanted' | 'found'>): number =>
  wanted === 0 ? 1 : found / wanted
