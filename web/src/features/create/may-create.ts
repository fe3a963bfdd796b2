// Who can create what: one answer for pages, buttons, menus and keys.
import { hasFeature, kindOf, type Me } from '../../components/me-context.ts'
import type { KindEntry } from '../records/record-kind.ts'

export type Creatable = KindEntry | 'request' | 'task'

/** Business people ask for what they need; legal opens the matter, and adds law firms to it. */
export function mayCreate(me: Me, what: Creatable): boolean {
  const isBusiness = kindOf(me) === 'business'
  switch (what) {
    case 'request':
      return isBusiness && hasFeature(me, 'MATTER_INTAKE')
    case 'task':
      return !isBusiness && hasFeature(me, 'TASKS')
    default:
      return what.mayCreate(me)
  }
}
