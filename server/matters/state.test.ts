import { describe, expect, test } from 'vitest'
import { AppError } from '../platform/errors.ts'
import { type KeptState, type MatterState, matterStates, nextState } from './state.ts'

const kept: readonly KeptState[] = [
  'Draft',
  'Scoping',
  'Review',
  'Active',
  'OnHold',
  'AwaitingManagerAcceptance',
  'AwaitingOwnerAcceptance',
  'Complete',
  'Archived',
]
const open = ['Draft', 'Scoping', 'Review', 'Active', 'OnHold', 'Complete']

/** What each state may become by hand, besides itself. */
const following: Readonly<Record<KeptState, readonly string[]>> = {
  Draft: open,
  Scoping: open,
  Review: open,
  Active: open,
  OnHold: open,
  AwaitingManagerAcceptance: ['Draft', 'Scoping', 'Review', 'OnHold', 'Complete'],
  AwaitingOwnerAcceptance: ['Draft', 'Scoping', 'Review', 'OnHold', 'Complete'],
  Complete: ['Active', 'Archived'],
  Archived: ['Complete'],
}

const outcome = (
  from: KeptState,
  to: MatterState,
  { seen = from, isAwaited = false }: { seen?: MatterState; isAwaited?: boolean } = {},
) => {
  try {
    return nextState({ kept: from, seen }, to, isAwaited)
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.message}`
    throw error
  }
}

describe('a matter', () => {
  test.each(kept)('that is %s becomes what may follow, and nothing else [M-60, M-61]', (from) => {
    for (const to of matterStates) {
      const expected = to === from || following[from].includes(to)
      expect(outcome(from, to) === to, `${from} → ${to}`).toBe(expected)
    }
  })

  test('gets the possible states in the error otherwise [M-62, M-64]', () => {
    expect(outcome('Archived', 'Active')).toBe(
      'conflict: A matter that is Archived cannot become Active. From Archived it can become Complete.',
    )
    expect(outcome('Draft', 'Archived')).toContain('can become Scoping, Review, Active, OnHold, Complete')
    expect(outcome('Active', 'TasksLate')).toContain('follows from late tasks')
    expect(outcome('Scoping', 'AwaitingOwnerAcceptance')).toContain('comes from a proposed scope')
  })

  test('that is seen as late may be set to what it is seen as, which changes nothing, and from there like an active one', () => {
    expect(outcome('Active', 'MilestonesLate', { seen: 'MilestonesLate' })).toBe('Active')
    expect(outcome('Active', 'Active', { seen: 'MilestonesLate' })).toBe('Active')
    expect(outcome('Active', 'Complete', { seen: 'MilestonesLate' })).toBe('Complete')
    expect(outcome('Active', 'TasksLate', { seen: 'MilestonesLate' })).toContain('conflict')
  })

  test('that awaits an acceptance becomes Active only through the person who is asked [M-63]', () => {
    expect(outcome('AwaitingOwnerAcceptance', 'Active', { isAwaited: true })).toBe('Active')
    expect(outcome('AwaitingOwnerAcceptance', 'Active')).toContain('forbidden: Only the owner')
    expect(outcome('AwaitingManagerAcceptance', 'Active')).toContain('forbidden: Only the manager')
  })
})
