// What is said of the latest changes.
import { expect, test } from 'vitest'
import { happenings } from './change-words.ts'
import type { Change } from './home.ts'

const change = (action: string, type: string, labels: readonly string[] = []): Change => ({
  id: 1,
  system: '',
  guest: null,
  client: null,
  action,
  at: '2026-11-24T10:00:00Z',
  user: { id: 'a', name: 'Priya Raman', email: 'priya@harbour.example' },
  person: null,
  record: { type: 'Matter', id: 3, name: 'Lease' },
  resource: { type, id: 3 },
  changes: labels.map((label) => ({ property: label, label, from: null, to: 'x' })),
})

const ofLease = [
  change('matter.updated', 'matter', ['Billing method', 'Team']),
  change('matter.intake.asked', 'request', ['Question']),
  change('emailThread.tracked', 'emailThread'),
]

test('counsel reads which properties were changed', () => {
  expect(happenings(ofLease, { withFields: true })[0]?.what).toEqual([
    'changed Billing method, Team',
    'asked a question about the request',
    'added an email conversation',
  ])
})

test('somebody who asked reads that there was a change, not of which property', () => {
  expect(happenings(ofLease, { withFields: false })[0]?.what).toEqual([
    'made a change',
    'asked a question about the request',
    'added an email conversation',
  ])
})
