// The types of what can be created, and which of them a person chose last.

/** A type as it is chosen: with the names of what it is below. */
export interface TypeChoice {
  readonly id: number
  readonly name: string
  readonly hasWizard: boolean
}

/** For how long types and their forms are taken as they were read. */
export const STALE = 300_000

const RECENT = 5

/** The types that somebody chose last, the latest first. */
export function recentTypes(userId: string, kind: string): readonly number[] {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(recentKey(userId, kind)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id): id is number => typeof id === 'number') : []
  } catch {
    return []
  }
}

/** Remembers that a type was used. */
export function rememberType(userId: string, kind: string, id: number): void {
  try {
    const kept = [id, ...recentTypes(userId, kind).filter((each) => each !== id)].slice(0, RECENT)
    window.localStorage.setItem(recentKey(userId, kind), JSON.stringify(kept))
  } catch {
    // without storage nothing is remembered
  }
}

const recentKey = (userId: string, kind: string) => `chancery.recent-types/${userId}/${kind}`
