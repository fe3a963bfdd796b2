// What can be done from anywhere, by feature: creating things above all. A feature exports a function from its
// `<noun>-actions.ts` and has one line here.
import { createActions } from '../features/create/create-actions.ts'
import type { Action } from '../components/actions/action.ts'

/** Opens a hash route. */
type Go = (route: string) => void

/** The actions of a feature that are there on every page. Those of one page call `useActions` in it. */
export type FeatureActions = (go: Go) => readonly Action[]

// one line for each feature, in the order of the alphabet
export const featureActions: readonly FeatureActions[] = [createActions]
