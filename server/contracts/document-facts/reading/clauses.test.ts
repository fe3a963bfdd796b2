// Each rule on sentences of its own.
import { expect, test } from 'vitest'
import { contractTextOf } from './contract-text.ts'
import { readDocumentName } from './document-name.ts'
import { readGoverningLaw } from './governing-law.ts'
import { readLiabilityCap, readPaymentTerms, readValue } from './money-clauses.ts'
import { readObligations } from './obligations.ts'
import { readParties } from './parties.ts'
import { preambleOf } from './preamble.ts'
import { readFacts } from './read-facts.ts'
import { readNoticePeriod, readRenewal } from './renewal.ts'
import { readSignatories } from './signatories.ts'

const textOf = (...paragraphs: string[]) => contractTextOf(paragraphs.map((text) => ({ text })))

test.each([
  ['This Agreement shall be governed by the laws of the State of New York.', 'New York'],
  ['THIS AGREEMENT IS GOVERNED BY ENGLISH LAW.', 'England'],
  ['This Agreement is governed by English law.', 'England'],
  ['The laws of California shall govern this Agreement.', 'California'],
  ['This contract is construed in accordance with the laws of the Province of Ontario.', 'Ontario, Canada'],
  ['This Agreement is governed by the laws of West Virginia.', 'West Virginia'],
  ['The law of the Federal Republic of Germany applies to this agreement.', 'Germany'],
  ['It is governed by the laws and decisions of the State of Georgia.', 'Georgia'],
  ['Acme Inc. is organized under the laws of the State of Delaware.', undefined],
  ['The Supplier complies with the laws of France.', undefined],
])('governing law: %s', (sentence, place) => {
  expect(
    readGoverningLaw(textOf(sentence)).map((fact) => (fact.kind === 'governingLaw' ? fact.place : '')),
  ).toEqual(place === undefined ? [] : [place])
})

test.each([
  [
    'This Agreement is entered into between Fonterra (USA) Inc., a California corporation (“Supplier”), and Anna Lind, an individual (“Consultant”).',
    ['Fonterra (USA) Inc.', 'Anna Lind'],
  ],
  [
    'This Lease is dated 1 May 2020 and made by and among A. Smith & Co. Ltd, Polar Freight GmbH and Rowan Holdings plc.',
    ['A. Smith & Co. Ltd', 'Polar Freight GmbH', 'Rowan Holdings plc'],
  ],
  [
    'THIS AGREEMENT is made on 1 May 2020 PARTIES (1) OAK STREET LIMITED, a company incorporated in England (“Oak”); and (2) PINE PLC, whose registered office is in Leeds (“Pine”). BACKGROUND',
    ['OAK STREET LIMITED', 'PINE PLC'],
  ],
  [
    'This Agreement is made between Marsh Research and Engineering Company, a corporation, and e-polar, Inc. (“Polar”). RECITALS For Marsh Research and Engineering Company: signed.',
    ['Marsh Research and Engineering Company', 'e-polar, Inc.'],
  ],
  [
    'SUPPLY AGREEMENT between POLAR OEL GmbH & Co KG, Hafen 3, Hamburg - hereinafter referred to as Polar - and Rowan Pharma Inc, 60 Long Court - hereinafter referred to as Rowan - Whereas',
    ['POLAR OEL GmbH & Co KG', 'Rowan Pharma Inc'],
  ],
  [
    'Cooperation Agreement Party A: Boxing Gas Supply Co., Ltd. Address: 1 High Road Party B: People’s Government of Fenyi Whereas',
    ['Boxing Gas Supply Co., Ltd.', "People's Government of Fenyi"],
  ],
  ['This Agreement describes the relations between the parties and their customers.', []],
])('parties: %s', (sentence, names) => {
  const text = textOf(sentence)
  const facts = readParties(text, preambleOf(text))
  expect(facts.map((fact) => (fact.kind === 'party' ? fact.name : ''))).toEqual(names)
})

test('where no sentence says between whom it is, companies above the signatures are possible parties', () => {
  const text = textOf(
    'The undersigned agree to file together.',
    'POLAR IV, L.P.',
    'By: Ann Birch',
    'Treasurer',
  )
  expect(readParties(text, preambleOf(text))).toMatchObject([{ name: 'POLAR IV, L.P.', certainty: 'likely' }])
})

const made = 'This Agreement is made on 1 May 2020 between A Ltd and B Ltd.'

test.each([
  [`${made} The Effective Date means 12:01 a.m. Eastern Standard Time on 3 June 2020.`, '2020-06-03'],
  [`${made} This Agreement shall come into force as of 3 June 2020.`, '2020-06-03'],
  [`${made} The term shall commence on the date hereof.`, '2020-05-01'],
  [`${made} It is effective as of the Effective Date. Effective Date means 3 June 2020.`, '2020-06-03'],
  [
    'Effective Date means the date of last signature by the parties. IN WITNESS WHEREOF Date: 1/14/2020 Date: 1/16/2020',
    '2020-01-16',
  ],
  [`${made} The Effective Date is the day after the last condition is met.`, undefined],
])('effective: %s', (sentence, day) => {
  const days = readFacts([{ text: sentence }]).flatMap((fact) =>
    fact.kind === 'effectiveDate' ? [fact.date] : [],
  )
  expect(days).toEqual(day === undefined ? [] : [day])
})

test.each([
  ['The term of this Agreement shall commence on 1 January 2024 and end on 31 December 2025.', '2025-12-31'],
  ['This Agreement shall expire on June 30, 2030, unless terminated earlier.', '2030-06-30'],
  [
    'This Agreement is made on 1 May 2020 between A Ltd and B Ltd. This Agreement shall continue for five years.',
    '2025-05-01',
  ],
  [`${made} This OMA shall expire upon the first anniversary of the Effective Date.`, '2021-05-01'],
  [`${made} It ends two years thereafter: this Agreement will end two (2) years thereafter.`, '2022-05-01'],
  [
    `${made} The Effective Date is 3 June 2020. The term will end on the second anniversary of the date of this Agreement.`,
    '2022-05-01',
  ],
  [`${made} The initial term shall be five years from the first launch of the product.`, undefined],
  ['During the term of this Agreement and for five years thereafter, each party keeps records.', undefined],
])('end: %s', (sentence, day) => {
  const ends = readFacts([{ text: sentence }]).flatMap((fact) =>
    fact.kind === 'expiryDate' ? [fact.date] : [],
  )
  expect(ends).toEqual(day === undefined ? [] : [day])
})

test('a contract without an end is one that lasts until it is terminated', () => {
  const facts = readFacts([{ text: 'This Agreement shall continue until terminated by either party.' }])
  expect(facts).toMatchObject([{ kind: 'term', duration: null }])
})

test.each([
  [
    'The Agreement shall automatically renew for additional periods of one (1) year.',
    { amount: 1, unit: 'years' },
    true,
  ],
  [
    'This Agreement may be renewed for an additional term of ten (10) years by notice in writing.',
    { amount: 10, unit: 'years' },
    false,
  ],
  ['This Agreement has automatic annual renewals.', { amount: 1, unit: 'years' }, true],
  [
    'This Agreement shall automatically renew for successive terms of the same length.',
    { amount: 3, unit: 'years' },
    true,
  ],
  ['The insurance is renewed for one year.', undefined, false],
  ['The term can be renewed for one year by mutual written agreement of the parties.', undefined, false],
])('renewal: %s', (sentence, duration, automatic) => {
  const [found] = readRenewal(textOf(sentence), { amount: 3, unit: 'years' })
  if (duration === undefined) expect(found).toBeUndefined()
  else expect(found).toMatchObject({ kind: 'renewal', duration, automatic })
})

test('notice is that which prevents a renewal, and not that of a breach', () => {
  const renewal =
    'The term renews for one year unless a party gives notice of non-renewal at least 60 days prior to the end of the term.'
  expect(readNoticePeriod(textOf(renewal))).toMatchObject([{ duration: { amount: 60, unit: 'days' } }])
  expect(readNoticePeriod(textOf('A party may terminate on 30 days’ notice of a breach.'))).toEqual([])
})

test.each([
  'After renewal, either party may terminate the Agreement at any time on 60 days’ notice.',
  'To exercise this option to renew, Customer must notify Supplier at least 90 days before the end of the term.',
  'The insurer shall give 30 days’ notice before the policy ends or is not renewed during the term.',
])('no notice that prevents a renewal: %s', (sentence) => {
  expect(readNoticePeriod(textOf(sentence))).toEqual([])
})

test('value, payment and liability are read from sentences about them', () => {
  expect(readValue(textOf('The contract price is EUR 1,200,000, payable monthly.'))).toMatchObject({
    amount: '1200000.00',
    currency: 'EUR',
  })
  expect(readValue(textOf('The total insurance amount is at least $5,000,000.'))).toBeUndefined()
  expect(readPaymentTerms(textOf('Payment terms are net 45 days.'))).toMatchObject({
    duration: { amount: 45 },
  })
  expect(
    readPaymentTerms(textOf('The audit is paid within 10 days of receipt of the invoice.')),
  ).toBeUndefined()
  expect(
    readLiabilityCap(
      textOf('In no event shall its total liability exceed the fees paid in the last twelve months.'),
    ),
  ).toMatchObject({ amount: null, certainty: 'certain' })
  expect(
    readLiabilityCap(textOf('Insurance: the liability policy shall not exceed $1,000,000.')),
  ).toBeUndefined()
})

test.each([
  [['Exhibit 10.1', 'Software License Agreement'], 'Software License Agreement'],
  [['Exhibit 10.1 CONSULTING AGREEMENT This Consulting Agreement is made'], 'CONSULTING AGREEMENT'],
  [['This Reseller Agreement is made between'], 'Reseller Agreement'],
])('name of the document: %j', (paragraphs, name) => {
  expect(readDocumentName(textOf(...paragraphs))).toMatchObject([{ name }])
})

test('signatories are the names in the blocks, once each', () => {
  const blocks = 'IN WITNESS WHEREOF By: /s/ Jay Gray Name: Jay Gray Title: CEO Name: Jay Gray Title: CEO'
  expect(readSignatories(textOf(blocks))).toMatchObject([{ name: 'Jay Gray', title: 'CEO' }])
})

test('titles of several words are read to their end, and not into the block that follows', () => {
  const blocks =
    'IN WITNESS WHEREOF ACME LTD By: ____ Name: Helena Marsh Title: Managing Director BIRCH AND ROWAN LLP By: ____ PRINT NAME: PETER ROWAN TITLE: Partner Date: ____'
  expect(readSignatories(textOf(blocks))).toMatchObject([
    { name: 'Helena Marsh', title: 'Managing Director' },
    { name: 'PETER ROWAN', title: 'Partner' },
  ])
})

test.each([
  [
    'Within thirty (30) days after the end of each calendar quarter, Reseller shall provide Acme with a written report.',
    {
      name: 'Reseller: provide Acme with a written report.',
      duration: { amount: 3, unit: 'months' },
      days: 30,
    },
  ],
  [
    'Supplier shall deliver the statement of use to Customer no later than the fifth day of each month.',
    {
      name: 'Supplier: deliver the statement of use to Customer',
      duration: { amount: 1, unit: 'months' },
      days: 5,
    },
  ],
  [
    'Supplier shall deliver the prototype by 30 June 2027.',
    { name: 'Supplier: deliver the prototype', date: '2027-06-30' },
  ],
  ['Supplier shall deliver a report within ten days after the end of each Contract Year.', undefined],
  ['Either party may terminate by 30 June 2027, and shall give notice of that before 1 May 2027.', undefined],
  [
    'Supplier shall pay the rent within ten days of an invoice, and report within five days after the end of each month.',
    undefined,
  ],
])('obligation: %s', (sentence, said) => {
  const [found] = readObligations(textOf(sentence), 'unknown')
  if (said === undefined) expect(found).toBeUndefined()
  else expect(found).toMatchObject({ kind: 'obligation', ...said })
})
