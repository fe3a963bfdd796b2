// Bodies of v2 with rates.
import { namesV2 } from '../../../http/input-names.ts'
import {
  dayIn,
  decimalIn,
  given,
  idIn,
  inside,
  needed,
  neverNull,
  propertiesOf,
  textIn,
  truthIn,
} from '../../../http/v2/merge-patch.ts'
import { badInput } from '../../../platform/errors.ts'
import type { NewRate } from '../../rates/rate.ts'
import type { AskedRate, RateChanges } from '../../rates/set-rates.ts'
import { longestReason } from './rates.wire.ts'

type Sent = ReturnType<typeof propertiesOf>

/** The names of what a rate is made of. */
export const rateNames = [
  'matter',
  'timekeeper',
  'timekeeperClass',
  'currency',
  'rate',
  'from',
  'to',
] as const

/** How the properties of operations are called in bodies. */
export const rateInputNames = namesV2({ firmId: 'firm', matterId: 'matter', customerId: 'customer' })

function timekeeperIn(sent: Sent): Partial<Pick<NewRate, 'timekeeperNumber' | 'timekeeper'>> {
  const { timekeeper } = sent
  if (timekeeper === undefined) return {}
  if (timekeeper === null) return { timekeeperNumber: null, timekeeper: null }
  if (typeof timekeeper !== 'object')
    throw badInput('timekeeper', 'must be an object such as {"number": "14"}.')
  return inside('timekeeper', () => {
    const own = propertiesOf(timekeeper, ['number', 'name'])
    return {
      timekeeperNumber: textIn(own, 'number', { longest: 100 }) ?? null,
      timekeeper: textIn(own, 'name', { longest: 100 }) ?? null,
    }
  })
}

const partsIn = (sent: Sent) => ({
  ...timekeeperIn(sent),
  ...given({
    timekeeperClass: textIn(sent, 'timekeeperClass', { longest: 100 }),
    currency: neverNull('currency', textIn(sent, 'currency'))?.toUpperCase(),
    rate: neverNull('rate', decimalIn(sent, 'rate')),
    from: neverNull('from', dayIn(sent, 'from')),
    to: dayIn(sent, 'to'),
  }),
})

/** A whole rate in a body, of which the properties are known. */
export function rateIn(sent: Sent): NewRate {
  const parts = partsIn(sent)
  return {
    matterId: idIn(sent, 'matter') ?? null,
    timekeeperNumber: parts.timekeeperNumber ?? null,
    timekeeper: parts.timekeeper ?? null,
    timekeeperClass: parts.timekeeperClass ?? null,
    currency: needed('currency', parts.currency),
    rate: needed('rate', parts.rate),
    from: needed('from', parts.from),
    to: parts.to ?? null,
  }
}

/** A new rate in a body. */
export function newRateFromV2(body: unknown): AskedRate {
  const sent = propertiesOf(body, ['firm', ...rateNames, 'endEarlier', 'reason'])
  return {
    firmId: needed('firm', neverNull('firm', idIn(sent, 'firm'))),
    rate: rateIn(sent),
    endEarlier: truthIn(sent, 'endEarlier') ?? false,
    reason: textIn(sent, 'reason', { longest: longestReason }) ?? null,
  }
}

/** Changes of a rate in a body. */
export function rateChangesFromV2(body: unknown): RateChanges {
  const sent = propertiesOf(
    body,
    [...rateNames.filter((name) => name !== 'matter'), 'reason'],
    ['id', 'customer', 'firm', 'matter', 'withdrawn', 'version', 'set', 'versions'],
  )
  return { ...partsIn(sent), reason: textIn(sent, 'reason', { longest: longestReason }) ?? null }
}

/** The reason in a body that has nothing else. */
export function reasonFromV2(body: unknown): string {
  const sent = propertiesOf(body, ['reason'])
  return needed('reason', neverNull('reason', textIn(sent, 'reason', { longest: longestReason })))
}
