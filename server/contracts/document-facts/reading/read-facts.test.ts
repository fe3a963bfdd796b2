// What the rules read from a whole, short contract, and what they leave alone.
import { expect, test } from 'vitest'
import { contractTextOf, paragraphAt } from './contract-text.ts'
import type { FoundFact } from './fact.ts'
import { readFacts } from './read-facts.ts'

const contract = [
  'MASTER SERVICES AGREEMENT',
  'This Master Services Agreement is made and entered into as of 3 May 2024 (the “Effective Date”) by and between Northgate Instruments Ltd, a company incorporated in England (“Northgate”), and Birch & Rowan LLP, a limited liability partnership (“Consultant”).',
  '1. Fees. The total contract value is £120,000. Northgate shall pay each invoice within thirty (30) days of receipt of the invoice.',
  '2. Term. This Agreement commences on the Effective Date and shall continue for an initial term of three (3) years. It shall automatically renew for successive periods of one (1) year unless either party gives at least ninety (90) days’ notice of non-renewal before the end of the then-current term.',
  '3. Liability. The total aggregate liability of either party under this Agreement shall not exceed £250,000.',
  '4. Law. This Agreement is governed by the laws of England and Wales.',
  'IN WITNESS WHEREOF the parties have signed. Name: Ann Birch Title: Partner Date: 3 May 2024',
].map((text) => ({ text }))

const valueOf = (fact: FoundFact) =>
  Object.fromEntries(Object.entries(fact).filter(([name]) => !['start', 'end', 'certainty'].includes(name)))

test('a contract in the usual words is read whole', () => {
  expect(readFacts(contract).map(valueOf)).toEqual([
    { kind: 'documentName', name: 'MASTER SERVICES AGREEMENT' },
    { kind: 'party', name: 'Northgate Instruments Ltd', called: 'Northgate' },
    { kind: 'party', name: 'Birch & Rowan LLP', called: 'Consultant' },
    { kind: 'agreementDate', date: '2024-05-03' },
    { kind: 'effectiveDate', date: '2024-05-03' },
    { kind: 'term', duration: { amount: 3, unit: 'years' } },
    { kind: 'expiryDate', date: '2027-05-03', reckoned: true },
    { kind: 'renewal', duration: { amount: 1, unit: 'years' }, automatic: true },
    { kind: 'noticePeriod', duration: { amount: 90, unit: 'days' } },
    { kind: 'governingLaw', place: 'England and Wales' },
    { kind: 'value', amount: '120000.00', currency: 'GBP' },
    { kind: 'paymentTerms', duration: { amount: 30, unit: 'days' } },
    { kind: 'liabilityCap', amount: '250000.00', currency: 'GBP' },
    { kind: 'signatory', name: 'Ann Birch', title: 'Partner' },
  ])
})

test('the passage of each fact is where it stands in the document', () => {
  const text = contractTextOf(contract)
  const law = readFacts(contract).find(({ kind }) => kind === 'governingLaw')
  expect(paragraphAt(text, law?.start ?? 0).index).toBe(5)
  expect(text.text.slice(law?.start, law?.end)).toContain('governed by the laws of England and Wales')
})

test('a text without a contract in it says nothing', () => {
  expect(readFacts([{ text: 'Minutes of the meeting of 3 May 2024. Present: all.' }])).toEqual([])
  expect(readFacts([])).toEqual([])
})

test('blanks in a form are not read as dates or parties', () => {
  const form = [
    {
      text: 'This Agreement is made this ___ day of ______, 20__ between ______ (“Buyer”) and ______ (“Seller”).',
    },
  ]
  expect(readFacts(form).filter(({ kind }) => kind !== 'documentName')).toEqual([])
})

const certaintiesOf = (...texts: readonly string[]) =>
  readFacts(texts.map((text) => ({ text }))).map((fact) => [
    fact.kind,
    'name' in fact ? fact.name : 'date' in fact ? fact.date : 'other',
    fact.certainty,
  ])

test('what only seems to be said is not certain: two names for one, another agreement, another day, what survives [C-532]', () => {
  expect(certaintiesOf('MUTUAL NDA', 'This Agreement is made between Harbour and Zephyr Ltd.')).toEqual([
    ['party', 'Harbour', 'possible'],
    ['party', 'Zephyr Ltd.', 'likely'],
  ])
  expect(
    certaintiesOf('This Agreement is made between Marks and Spencer Ltd and Tom Jones, an individual.'),
  ).toContainEqual(['party', 'Marks and Spencer Ltd', 'likely'])
  expect(
    certaintiesOf(
      'AFFILIATE AGREEMENT -------------',
      'He will become a shareholder under the Agreement and Plan of Merger, dated as of December 14, 1997 (the "Plan"), by and among PSS, PSS Merger Corp. ("Merger Corp.") and GSMS.',
    ),
  ).toEqual([
    ['documentName', 'AFFILIATE AGREEMENT', 'likely'],
    ['party', 'PSS Merger Corp.', 'possible'],
    ['agreementDate', '1997-12-14', 'possible'],
  ])
  expect(
    certaintiesOf(
      'This Agreement is entered into on October 1, 2019 and is made effective as of November 1, 2019 (the "Effective Date"), by and between Acme Ltd, a company, and Birch Inc., a corporation.',
    ),
  ).toContainEqual(['effectiveDate', '2019-11-01', 'certain'])
  const rest = [
    'The obligations of this Agreement shall continue for a period of three years.',
    'The purchase price is US$5.00 per pound.',
  ]
  expect(
    certaintiesOf('This Agreement is made on 3 May 2024 between Acme Ltd and Birch Inc.', ...rest)
      .map(([kind]) => kind)
      .filter((kind) => kind === 'expiryDate' || kind === 'value'),
  ).toEqual([])
})
