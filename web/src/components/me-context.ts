// Who is signed in, what they may do, which features there are, and their preferences: `GET /v2/me`, within the
// signed-in frame.
import { createContext, use } from 'react'
import type { Answer } from '../lib/calls.ts'

export type Me = Answer<'/v2/me'>

export const MeContext = createContext<Me | undefined>(undefined)

/** The person who is signed in; for pages within the signed-in frame. */
export function useMe(): Me {
  const me = use(MeContext)
  if (me === undefined) throw new Error('useMe is for pages within the signed-in frame')
  return me
}

/** Whom the app is for: what they need first differs. */
export type PersonKind = 'legal' | 'business' | 'law firm'

/** People of a legal department, business people who ask it for help, or people of a law firm. */
export function kindOf({ user, organization }: Pick<Me, 'user' | 'organization'>): PersonKind {
  if (organization.type === 'ServiceProvider' || user.role === 'MatterManager') return 'law firm'
  return user.role === 'Standard' || user.role === 'External' ? 'business' : 'legal'
}

/** Whether the organisation has this feature. */
export function hasFeature({ features }: Me, feature: Me['features'][number]): boolean {
  return features.includes(feature)
}
