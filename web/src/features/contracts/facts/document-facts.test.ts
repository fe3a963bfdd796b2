// Which facts are accepted together.
import { expect, test } from 'vitest'
import { certainOnes, type DocumentFact } from './document-facts.ts'

const fact = (more: Partial<DocumentFact>): DocumentFact => ({
  id: 'a',
  kind: 'ExpiryDate',
  name: null,
  called: null,
  date: null,
  reckoned: false,
  duration: null,
  days: null,
  automatic: false,
  amount: null,
  currency: null,
  certainty: 'Certain',
  place: 'Expiry',
  state: 'Proposed',
  source: 'Rules',
  passage: { text: '', mark: { start: 0, end: 0 }, page: null, paragraph: 0, find: '' },
  ...more,
})

test('only what is certain, has a place, is not recorded and has no rival is accepted together', () => {
  const facts = [
    fact({ id: 'expiry' }),
    fact({ id: 'start', place: 'EffectiveDate', certainty: 'Likely' }),
    fact({ id: 'law', place: null, state: 'Shown' }),
    fact({ id: 'value', place: 'Value', state: 'Recorded' }),
    fact({ id: 'renewal', place: 'RenewalDecision' }),
    fact({ id: 'one', place: 'OtherParty' }),
    fact({ id: 'two', place: 'OtherParty', certainty: 'Possible' }),
  ]
  expect(certainOnes(facts).map(({ id }) => id)).toEqual(['expiry', 'renewal'])
  // there is no end to decide before
  const withoutEnd = facts.filter(({ place }) => place !== 'Expiry')
  expect(certainOnes(withoutEnd)).toEqual([])
})
