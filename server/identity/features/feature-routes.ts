// Which routes belong to which feature: by the words of their addresses, so that a new route of a noun belongs to the
// feature of its noun without saying so. What is off is closed, reading included: 403 with its name, in both versions.
import { kinds } from '../../records/kinds.ts'
import type { FeatureCode } from './feature.ts'

interface Area {
  /** Words that begin a segment of the address, in lower case. */
  readonly words: readonly string[]
  readonly features: readonly FeatureCode[]
}

const areas: readonly Area[] = [
  { words: [kinds.contract.one, 'keydates', 'approval'], features: ['CONTRACTS'] },
  { words: ['wizard'], features: ['CONTRACTS', 'CONTRACT_WIZARD'] },
  { words: [kinds.matter.one, 'tags'], features: ['MATTERS'] },
  { words: ['intake', 'request'], features: ['MATTERS', 'MATTER_INTAKE'] },
  { words: ['task'], features: ['MATTERS', 'TASKS'] },
  { words: ['invoice'], features: ['MATTERS', 'INVOICES'] },
  { words: ['email'], features: ['EMAIL_TRACKING'] },
  { words: ['webhook'], features: ['WEBHOOKS'] },
]

/** The features that the route of this path needs; its area prefix (`/contract-apis/v1`) is no word of it. */
export function featuresOfRoute(path: string): readonly FeatureCode[] {
  const segments = path
    .toLowerCase()
    .replace(/^\/[a-z]+-apis\/v1\//, '/')
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith(':'))
  const of = areas.filter(({ words }) =>
    words.some((word) => segments.some((segment) => segment.startsWith(word))),
  )
  return [...new Set(of.flatMap(({ features }) => features))]
}
