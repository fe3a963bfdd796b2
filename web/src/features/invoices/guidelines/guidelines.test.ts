// Lists of codes with amounts, as people of several places write them.
import { expect, test } from 'vitest'
import { formatFor } from '../../../lib/format.ts'
import { separatorsOf } from '../../../lib/number-separators.ts'
import { editedOf, type KnownRule, sentRules } from './guidelines.ts'

const writingOf = (locale: string) => {
  const format = formatFor({ locale, timeZone: 'UTC' })
  return { ...separatorsOf(format), show: format.number }
}
const known = {
  rule: 'ExpenseLimits',
  settings: [{ name: 'limits', kind: 'limits', least: null, most: null }],
  default: { severity: 'Warning', settings: { limits: [] }, firmText: '' },
} as unknown as KnownRule

const sent = (locale: string, lines: string) => {
  const edited = { ...editedOf(known, { rules: [] } as never, writingOf(locale)), state: 'on' as const }
  return sentRules([known], [{ ...edited, lists: { limits: lines } }], writingOf(locale))[0]?.settings?.[
    'limits'
  ]
}

test('an amount beside a code is read as the person writes it, or is no number [C-533]', () => {
  expect(sent('en-NZ', 'e110 1,250.50\nE111')).toEqual([
    { code: 'E110', most: 1250.5 },
    { code: 'E111', most: null },
  ])
  expect(sent('de-DE', 'E110 1.000')).toEqual([{ code: 'E110', most: 1000 }])
  expect(sent('en-NZ', 'E110 1.000\nE111 1e3\nE112 some')).toEqual(
    ['E110', 'E111', 'E112'].map((code) => ({ code, most: Number.NaN })),
  )
})

test('what is shown of an amount is read back as it was', () => {
  const limits = [{ code: 'E110', most: 1250.5 }]
  for (const locale of ['en-NZ', 'de-DE', 'fr-FR', 'de-CH']) {
    const saved = { rules: [{ ...known.default, rule: 'ExpenseLimits', settings: { limits }, on: true }] }
    const { lists } = editedOf(known, saved as never, writingOf(locale))
    expect(sent(locale, lists['limits'] ?? '')).toEqual(limits)
  }
})
