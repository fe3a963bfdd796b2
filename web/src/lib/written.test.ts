// Amounts and days in the notations of the world, as a person of each place would paste them.
import { expect, test } from 'vitest'
import { formatFor } from './format.ts'
import { separatorsOf } from './number-separators.ts'
import { type AmountWriting, readAmount, readWholeNumbers, shownAmount } from './written-amount.ts'
import { readDay } from './written-day.ts'

const writingOf = (locale: string, more: Partial<AmountWriting> = {}): AmountWriting => {
  const format = formatFor({ locale, timeZone: 'UTC' })
  return { ...separatorsOf(format), show: format.number, ...more }
}

const places: Readonly<Record<string, AmountWriting>> = {
  NZ: writingOf('en-NZ', { currency: 'NZD' }),
  US: writingOf('en-US', { currency: 'USD' }),
  DE: writingOf('de-DE', { currency: 'EUR' }),
  FR: writingOf('fr-FR', { currency: 'EUR' }),
  CH: writingOf('de-CH', { currency: 'CHF' }),
  IN: writingOf('en-IN', { currency: 'INR' }),
  number: writingOf('en-NZ', { decimals: 4 }),
  days: writingOf('en-NZ', { min: 1, max: 60, decimals: 0 }),
  Tage: writingOf('de-DE', { min: 1, decimals: 0 }),
  positive: writingOf('en-NZ', { currency: 'NZD', min: 0, decimals: 2 }),
}

/** Place, what was written, and the number or a part of the refusal. */
const amounts: readonly (readonly [string, string, number | string])[] = [
  ['NZ', '1000', 1000],
  ['NZ', '1,000.50', 1000.5],
  ['NZ', '1,000', 1000],
  ['NZ', '1000,50', 1000.5],
  ['NZ', '1.000,50', 1000.5],
  ['NZ', '1.000.000', 1_000_000],
  ['NZ', '1,000,000', 1_000_000],
  ['NZ', '1,000,000.25', 1_000_000.25],
  ['NZ', '1.000.000,25', 1_000_000.25],
  ['NZ', '1 000,50', 1000.5],
  ['NZ', '1 000 000', 1_000_000],
  ['NZ', '1\u00a0000,50', 1000.5],
  ['NZ', '1\u202f000.50', 1000.5],
  ['NZ', "1'000.50", 1000.5],
  ['NZ', '1’000’000.50', 1_000_000.5],
  ['NZ', '1.000', 'in two ways: write 1,000 or 1.00'],
  ['NZ', '0.125', 0.125],
  ['NZ', '.5', 0.5],
  ['NZ', '5.', 5],
  ['NZ', '007', 7],
  ['NZ', 'NZD 1,250.00', 1250],
  ['NZ', '1,250.00 NZD', 1250],
  ['NZ', 'nzd1250', 1250],
  ['NZ', 'NZ$250,000.00', 250_000],
  ['NZ', '$250,000', 250_000],
  ['NZ', 'EUR 1.250,00', 'in NZD, and you wrote EUR'],
  ['NZ', '€1,250', 'in NZD, and you wrote €'],
  ['NZ', 'US$5', 'in NZD, and you wrote US$'],
  ['NZ', '1250 CHF', 'in NZD, and you wrote CHF'],
  ['NZ', '10k', 'in full: 10,000'],
  ['NZ', '2.5m', 'in full: 2,500,000'],
  ['NZ', '1.5 million', 'in full: 1,500,000'],
  ['NZ', '3bn', 'in full: 3,000,000,000'],
  ['NZ', '1e5', 'in full: 100,000'],
  ['NZ', '(500)', -500],
  ['NZ', '-5', -5],
  ['NZ', '−5.25', -5.25],
  ['NZ', '500-', -500],
  ['NZ', '-NZD 5', -5],
  ['NZ', '+5', 5],
  ['NZ', '１，０００．５０', 1000.5],
  ['NZ', '١٬٠٠٠٫٥٠', 1000.5],
  ['NZ', '१०००', 1000],
  ['NZ', '1,00', 1],
  ['NZ', '1,00,000', 100_000],
  ['NZ', '1,0000', 1],
  ['NZ', '1.00.00', 'not a number'],
  ['NZ', '1,,000', 'not a number'],
  ['NZ', '1 00', 'not a number'],
  ['NZ', '10 - 20', 'not a number'],
  ['NZ', 'ten', 'not a number'],
  ['NZ', '5%', 'not a number'],
  ['NZ', '1000/2', 'not a number'],
  ['NZ', '', 'not a number'],
  ['NZ', '99999999999999999', '15 digits at most'],
  ['US', '$1,250.00', 1250],
  ['US', '£5', 'in USD, and you wrote £'],
  ['DE', '1.000', 1000],
  ['DE', '1.000,50 €', 1000.5],
  ['DE', '1,000.50', 1000.5],
  ['DE', '1,000', 'in two ways: write 1.000 or 1,00'],
  ['DE', '1000.50', 1000.5],
  ['DE', '12,5 Mio', 'in full: 12.500.000'],
  ['FR', '1 000,50', 1000.5],
  ['FR', '1.000', 'in two ways'],
  ['FR', '1 000 000 EUR', 1_000_000],
  ['CH', "1'000.50", 1000.5],
  ['CH', 'Fr. 20.-', 20],
  ['CH', '1,000', 'in two ways'],
  ['IN', '12,34,567.50', 1_234_567.5],
  ['IN', '₹1,00,000', 100_000],
  ['number', '1.125', 1.125],
  ['number', '1,125', 1125],
  ['number', 'NZD 5', 'without NZD'],
  ['number', '0.12345', '4 decimal places at most'],
  ['positive', '-5', 'must not be negative'],
  ['positive', '(5)', 'must not be negative'],
  ['positive', '5.125', 'in two ways'],
  ['positive', '0', 0],
  ['days', '30', 30],
  ['days', '1.000', 'in two ways: write 1,000 or 1.'],
  ['days', '1.500', 'Write a whole number. If it is 1,500, write it so.'],
  ['days', '1e1', 'in full: 10'],
  ['days', '2.5', 'Write a whole number'],
  ['days', '0', 'must be 1 or more'],
  ['days', '61', 'must be 60 or less'],
  ['days', '3 days', 'Write it like 12.'],
  ['Tage', '1.000', 1000],
  ['Tage', '1e3', 'in full: 1.000'],
]

test.for(amounts)(
  'an amount, %s: %s is read, or refused with what would be right [C-533]',
  ([place, text, read]) => {
    const writing = places[place] ?? expect.fail()
    const found = readAmount(text, writing)
    if (typeof read === 'number') expect(found).toEqual({ value: read })
    else expect(found).toEqual({ problem: expect.stringContaining(read) })
  },
)

test('whole numbers in a list are read one by one, and what is none is no number [C-533]', () => {
  const read = (text: string, locale = 'en-NZ') => readWholeNumbers(text, writingOf(locale))
  expect(read('50, 80,100')).toEqual([50, Number.NaN])
  expect(read('5, 10;20 30, ')).toEqual([5, 10, 20, 30])
  expect(read('5,10')).toEqual([5, 10])
  expect(read('50,100')).toEqual([Number.NaN])
  expect(read('1e3, 2.5, ten')).toEqual([Number.NaN, Number.NaN, Number.NaN])
  expect(read('1.000', 'de-DE')).toEqual([1000])
  expect(read('')).toEqual([])
})

test('what a person reads is read back as it was', () => {
  const { days: _days, Tage: _Tage, ...amountPlaces } = places
  for (const writing of Object.values(amountPlaces))
    for (const value of [0, 0.5, 12, 999.99, 1000, 12_345.67, 1_234_567.89])
      expect(readAmount(shownAmount(value, writing), writing)).toEqual({ value })
})

const days: readonly (readonly [string, string, string | undefined])[] = [
  ['en-NZ', '2027-03-31', '2027-03-31'],
  ['en-NZ', '2027/3/31', '2027-03-31'],
  ['en-NZ', '31/03/2027', '2027-03-31'],
  ['en-NZ', '31.3.2027', '2027-03-31'],
  ['en-NZ', '3/4/2027', '2027-04-03'],
  ['en-US', '3/4/2027', '2027-03-04'],
  ['en-US', '31/03/2027', '2027-03-31'],
  ['en-NZ', '03/31/2027', '2027-03-31'],
  ['en-NZ', '31 March 2027', '2027-03-31'],
  ['en-NZ', 'March 31st, 2027', '2027-03-31'],
  ['en-NZ', 'Wed, 31 Mar 2027', '2027-03-31'],
  ['de-DE', '31. März 2027', '2027-03-31'],
  ['de-DE', '31.03.27', '2027-03-31'],
  ['en-NZ', '３１／０３／２０２７', '2027-03-31'],
  ['en-NZ', '2027-03-31T10:00:00Z', '2027-03-31'],
  ['en-NZ', '31/02/2027', undefined],
  ['en-NZ', '32 March 2027', undefined],
  ['en-NZ', 'tomorrow', undefined],
  ['en-NZ', 'March 2027', undefined],
]

test.for(days)(
  'a day, %s: %s is read, or refused with what would be right [C-533]',
  ([locale, text, day]) => {
    const found = readDay(text, formatFor({ locale, timeZone: 'UTC' }))
    expect(found).toEqual(day === undefined ? { problem: expect.stringContaining('Write it like') } : { day })
  },
)
