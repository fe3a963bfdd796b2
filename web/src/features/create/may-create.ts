// Who can create what: one answer for pages, buttons, menus and keys.
import { hasFeature, kindOf, type Me } from '../../components/me-context.ts'

export type Creatable = 'request' | 'matter' | 'contract' | 'task'

/** Business people ask for what they need; legal opens the matter, and adds law firms to it. */
export function mayCreate(me: Me, what: Creatable): boolean {
  const kind = kindOf(me)
  const isBusiness = kind === 'business'
  switch (what) {
    case 'request':
      return isBusiness && hasFeature(me, 'MATTER_INTAKE')
    case 'matter':
      return kind === 'legal' && me.can.createMatters && hasFeature(me, 'MATTERS')
    case 'contract':
      return kind !== 'law firm' && me.can.createContracts && hasFeature(me, 'CONTRACTS')
    case 'task':
      return !isBusiness && hasFeature(me, 'TASKS')
  }
}
