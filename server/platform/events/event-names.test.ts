// Type tests of event names: `tsc` fails if one of the lines that must not compile does.
import { expect, test } from 'vitest'
import type { DomainEvent } from './change.ts'
import { type EventName, historyNames, type NameOf } from './event-names.ts'
import { topics } from './topics.ts'

test('an event needs a listed name: a misspelt one does not compile', () => {
  const names: readonly EventName[] = ['contract.created', 'task.created']
  // @ts-expect-error: the topic is contract.created
  const misspelt: EventName = 'contract.creatd'
  // @ts-expect-error: no name is made of parts that could be anything
  const glued: EventName = `contract.${names.join()}`
  // @ts-expect-error: an event of a team is not one of a user
  const ofAnother: NameOf<'team'> = 'user.created'
  const event: Pick<DomainEvent, 'name'> = { name: 'user.invited' }
  expect([...names, misspelt, glued, ofAnother, event.name]).toHaveLength(6)
})

test('no name is both a topic and history only, and none is listed twice', () => {
  const all = [...topics, ...historyNames]
  expect(new Set(all).size).toBe(all.length)
})
