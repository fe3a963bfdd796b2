// How a line names a tax code in the bodies of v2.
import { idIn, inside, propertiesOf, textIn } from '../../../http/v2/merge-patch.ts'
import { badInput } from '../../../platform/errors.ts'
import type { NewInvoiceLine } from '../../lines.ts'
import { longestCode } from '../../taxes/tax-code.ts'

/** The code that a line names. Once it is read, it is named with both, and with its name. */
export function taxCodeIn({ taxCode }: Readonly<Record<string, unknown>>): NewInvoiceLine['taxCode'] {
  if (taxCode === undefined || taxCode === null) return taxCode
  const wrong = badInput('taxCode', 'must be a tax code, such as {"id": 3} or {"code": "NZ15"}.')
  if (typeof taxCode !== 'object') throw wrong
  const named = inside('taxCode', () => propertiesOf(taxCode, ['id', 'code'], ['name', 'country', 'kind']))
  const id = named['id'] === undefined ? undefined : idIn({ taxCode: { id: named['id'] } }, 'taxCode')
  if (id) return { id }
  const code = inside('taxCode', () => textIn(named, 'code', { longest: longestCode }))
  if (code) return { code }
  throw wrong
}
