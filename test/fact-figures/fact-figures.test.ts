// The figures of docs/document-facts.md hold for the labelled contracts, where they are at hand.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ComparedKind } from './compare.ts'
import { readLabelled } from './labels.ts'
import { measure, precision, recall } from './measure.ts'

const folder = join(import.meta.dirname, '../../../shared/data/contracts-labelled')

// a little below what was measured, so that a rule can be exchanged for a better one
const least: Readonly<Record<ComparedKind, readonly [precision: number, recall: number]>> = {
  documentName: [0.93, 0.88],
  party: [0.91, 0.72],
  agreementDate: [0.93, 0.92],
  effectiveDate: [0.92, 0.86],
  expiryDate: [0.92, 0.86],
  renewal: [0.92, 0.88],
  noticePeriod: [0.95, 0.78],
  governingLaw: [0.97, 0.93],
}

test.skipIf(!existsSync(folder))(
  'what is read of labelled contracts is what lawyers read; skipped where ../shared/data is absent',
  () => {
    for (const figures of measure(readLabelled(folder)).figures) {
      const [leastPrecision, leastRecall] = least[figures.kind]
      expect(precision(figures), `precision of ${figures.kind}`).toBeGreaterThanOrEqual(leastPrecision)
      expect(recall(figures), `recall of ${figures.kind}`).toBeGreaterThanOrEqual(leastRecall)
    }
  },
)
