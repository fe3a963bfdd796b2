// The states that a field of the form may be required before.
import { createContext, useContext } from 'react'

export interface StateOfForm {
  readonly value: string
  readonly label: string
}

export const StatesOfForm = createContext<readonly StateOfForm[]>([])

/** None for a form that is filled in once. */
export const useStatesOfForm = (): readonly StateOfForm[] => useContext(StatesOfForm)
