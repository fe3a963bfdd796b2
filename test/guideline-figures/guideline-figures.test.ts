// The rules of the guidelines find what was planted; a short version of `npm run guideline-figures`.
import { expect, test } from 'vitest'
import { repetitions } from '../repetitions.ts'
import { measure } from './measure.ts'

test('every planted fault is found, by all rules, and hardly anything else is flagged [I-100]', async () => {
  const { figures, differences } = await measure(repetitions(40, 400), 7)
  expect(differences.filter((each) => each.startsWith('missed'))).toEqual([])
  expect(figures.filter(({ planted }) => planted === 0)).toEqual([])
  // texts that differ in a number only are alike: everything else is exact, or was written to be told apart
  expect(figures.filter(({ rule, wrong }) => wrong > 0 && rule !== 'duplicates')).toEqual([])
  for (const { planted, wrong } of figures) expect(wrong).toBeLessThanOrEqual(planted / 50)
})
