// What several starter sets ask.
import type { SetField } from './starter-set.ts'

const otherParty: SetField = {
  apiName: 'starterOtherParty',
  title: 'Counterparty',
  description: 'Its full name, as it signs.',
  type: 'ShortText',
  meaning: 'OtherParty',
}
export const start: SetField = {
  apiName: 'starterStart',
  title: 'Start',
  type: 'Date',
  meaning: 'EffectiveDate',
}
export const value: SetField = {
  apiName: 'starterValue',
  title: 'Contract value',
  description: 'In total, without tax.',
  type: 'Currency',
  meaning: 'Value',
  rangeStart: 0,
}
export const law: SetField = { apiName: 'starterLaw', title: 'Governing law', type: 'ShortText' }
export const shared = [otherParty, start, law]
export const parties = { party: 'starterOtherParty', day: 'starterStart' }
export const lawClause = ['Governing law', 'This agreement is governed by the law of {starterLaw}.'] as const
/** A field that must be answered. */
export const ask = (field: string) => ({ field, required: true }) as const
export const basics = [ask('starterOtherParty'), ask('starterStart'), ask('starterLaw')]
