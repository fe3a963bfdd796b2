// The rules of the guidelines find what was planted; a short version of `npm run guideline-figures`.
import { expect, test } from 'vitest'
import { repetitions } from '../repetitions.ts'
import { measure } from './measure.ts'

test('every planted fault is found, by all rules, and nothing else is flagged [I-100]', async () => {
  const { figures, differences } = await measure(repetitions(40, 400), 7)
  expect(figures.filter(({ planted }) => planted === 0)).toEqual([])
  expect(differences).toEqual([])
})
