// URL rewriting before routing: every area prefix also serves the v2 routes.
import { kindNames } from '../records/kinds.ts'

const areas = [...kindNames, 'file', 'field', 'invoice', 'account']
const areaBeforeV2 = new RegExp(`^/(?:${areas.join('|')})-apis(?=/v2(?:[/?#]|$))`, 'i')

/** `/contract-apis/v2/contracts` is `/v2/contracts`; anything else stays as it is. */
export const rewriteAddress = (url: string): string => url.replace(areaBeforeV2, '')
