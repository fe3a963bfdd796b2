// Of somebody who comes back, approvals are not handed on: a colleague decides on them as a delegate meanwhile.
import { nameDelegateOf } from '../../contracts/approvals/name-delegate.ts'
import { localDay } from '../../identity/organisations/local-day.ts'
import { peopleByIds } from '../../identity/users/people-on-records.ts'
import type { App } from '../../platform/app.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ItemsByKind } from '../give-holdings.ts'
import type { NewHandover } from './hand-over.ts'

interface Away {
  readonly person: { readonly userId: string; readonly organisationId: number }
  readonly asked: NewHandover
  readonly lastDay: string
  readonly now: Date
}

/**
 * Of somebody who comes back, approvals are not handed on: the other person is their delegate until then, of what waits
 * and of what comes.
 */
export async function nameStandIn(
  app: App,
  tx: Tx,
  items: ItemsByKind,
  { person, asked: { to, kinds, items: single }, lastDay, now }: Away,
): Promise<{
  readonly others: ItemsByKind
  readonly approvals: ItemsByKind
  readonly isNamed: boolean
  readonly events: readonly DomainEvent[]
}> {
  const others = new Map([...items].filter(([kind]) => kind !== 'Approval'))
  const approvals = new Map([...items].filter(([kind]) => kind === 'Approval'))
  const isNamed = single ? approvals.size > 0 : (kinds?.includes('Approval') ?? true)
  if (!isNamed) return { others, approvals, isNamed, events: [] }
  const firstDay = await localDay(tx, person.organisationId, now)
  const given = { delegateId: to, firstDay, lastDay }
  const { userId } = person
  const name = (await peopleByIds(tx, [userId])).get(userId)
  const by = name ? `${name.firstName} ${name.lastName}` : ''
  const { events } = await nameDelegateOf(app, tx, { person, by, given, now })
  return { others, approvals, isNamed, events }
}
