// Who can create what: one answer for pages, buttons, menus and keys.
import { hasFeature, kindOf, type Me } from '../../components/me-context.ts'

export type Creatable = 'request' | 'matter' | 'contract' | 'task'

/** Business people ask for what they need; legal opens the matter. */
export function mayCreate(me: Me, what: Creatable): boolean {
  const isBusiness = kindOf(me) === 'business'
  switch (what) {
    case 'request':
      return isBusiness && hasFeature(me, 'MATTER_INTAKE')
    case 'matter':
      return !isBusiness && me.can.createMatters && hasFeature(me, 'MATTERS')
    case 'contract':
      return me.can.createContracts && hasFeature(me, 'CONTRACTS')
    case 'task':
      return !isBusiness && hasFeature(me, 'TASKS')
  }
}
