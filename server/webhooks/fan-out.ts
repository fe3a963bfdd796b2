// From events to deliveries: each committed event becomes one delivery for every subscriber who may see its subject.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../platform/app.ts'
import { bookkeeping } from '../platform/change.ts'
import type { Tx } from '../platform/database.ts'
import { isAboutFile, isTopic, topicRules, type Topic } from '../platform/topics.ts'
import { findSubscribers, maySee, type Subscriber } from './subscribers.ts'

const batch = 100

/**
 * Fans out what is waiting, a batch of each organisation, so that none waits behind another one's; answers how many events that
 * were. Processes share the work.
 */
export async function fanOut(app: App): Promise<number> {
  const waiting = await app.db
    .selectFrom('event_dispatches')
    .modifyFront(sql`/* every organisation: work is found here and done within one */`)
    .select('organisation_id')
    .distinct()
    .limit(50)
    .execute()
  let done = 0
  for (const { organisation_id: organisationId } of waiting) {
    done += await fanOutSome(app, organisationId).catch((error: unknown) => {
      app.log.error({ err: error, organisationId }, 'the events of an organisation could not be fanned out')
      return 0
    })
  }
  if (done > 0) app.signals.deliveriesDue()
  return done
}

interface Event {
  readonly id: number
  readonly at: Date
  readonly topic: Topic
  readonly resourceId: number
  readonly subject: { readonly kind: 'matter' | 'contract'; readonly id: number }
}

function fanOutSome(app: App, organisationId: number): Promise<number> {
  return bookkeeping(app, async (tx, now) => {
    const taken = await tx
      .selectFrom('event_dispatches')
      .where('organisation_id', '=', organisationId)
      .orderBy('event_id')
      .limit(batch)
      .select(['event_id', 'event_at'])
      .forUpdate()
      .skipLocked()
      .execute()
    if (taken.length === 0) return 0
    const events = await readEvents(tx, organisationId, taken)
    const told = createTold(app, tx, organisationId)
    for (const event of events) {
      for (const subscriber of await told(event)) {
        await storeDelivery(app, tx, { organisationId, event, subscriber, now })
      }
    }
    await tx
      .deleteFrom('event_dispatches')
      .where('organisation_id', '=', organisationId)
      .where(
        'event_id',
        'in',
        taken.map((row) => row.event_id),
      )
      .execute()
    return taken.length
  })
}

async function readEvents(
  tx: Tx,
  organisationId: number,
  taken: readonly { event_id: number; event_at: Date }[],
): Promise<readonly Event[]> {
  const times = taken.map(({ event_at }) => event_at.getTime())
  const rows = await tx
    .selectFrom('events')
    .where('organisation_id', '=', organisationId)
    .where(
      'id',
      'in',
      taken.map(({ event_id }) => event_id),
    )
    // spares the look into the months that cannot hold them; a millisecond more, because the database counts finer
    .where('at', '>=', new Date(Math.min(...times) - 1))
    .where('at', '<=', new Date(Math.max(...times) + 1))
    .orderBy('id')
    .select(['id', 'at', 'name', 'resource_id', 'subject_kind', 'subject_id'])
    .execute()
  return rows.flatMap(({ id, at, name, resource_id, subject_kind, subject_id }) =>
    isTopic(name) && resource_id !== null && subject_kind !== null && subject_id !== null
      ? [
          {
            id,
            at,
            topic: name,
            resourceId: resource_id,
            subject: { kind: subject_kind as 'matter' | 'contract', id: subject_id },
          },
        ]
      : [],
  )
}

/** Who is told of an event. Within one batch each question is asked once: a thousand subscriptions may have one owner. */
function createTold(app: App, tx: Tx, organisationId: number) {
  const subscribers = new Map<string, Promise<readonly Subscriber[]>>()
  const seen = new Map<string, Promise<boolean>>()
  const once = <Answer>(answers: Map<string, Promise<Answer>>, key: string, ask: () => Promise<Answer>) => {
    const answer = answers.get(key) ?? ask()
    answers.set(key, answer)
    return answer
  }
  return async ({ topic, resourceId, subject }: Event): Promise<readonly Subscriber[]> => {
    const told: Subscriber[] = []
    for (const subscriber of await once(subscribers, topic, () =>
      findSubscribers(tx, topic, organisationId),
    )) {
      const { userId } = subscriber
      const key = `${userId} ${subject.kind} ${subject.id} ${isAboutFile(topic) ? resourceId : ''}`
      const ask = () => maySee(app, tx, userId, { topic, resourceId, subject })
      if (await once(seen, key, ask)) told.push(subscriber)
    }
    return told
  }
}

interface NewDelivery {
  readonly organisationId: number
  readonly event: Event
  readonly subscriber: Subscriber
  readonly now: Date
}

async function storeDelivery(
  app: App,
  tx: Tx,
  { organisationId, event, subscriber, now }: NewDelivery,
): Promise<void> {
  const active = subscriber.status === 'active'
  const collecting = active && topicRules[event.topic].deduplicated
  if (collecting) await closeWindow(tx, organisationId, event, subscriber)
  const window = collecting ? app.config.webhookDedupeWindow * 1_000 : 0
  await tx
    .insertInto('webhook_deliveries')
    .values({
      organisation_id: organisationId,
      subscription_id: subscriber.subscriptionId,
      message_id: `msg_${randomUUID()}`,
      event_id: event.id,
      event_at: event.at,
      topic: event.topic,
      resource_id: event.resourceId,
      subject_kind: event.subject.kind,
      subject_id: event.subject.id,
      collecting,
      state: active ? 'pending' : 'suppressed',
      due_at: new Date(event.at.getTime() + window),
      ended_at: active ? null : now,
      ended_because: active ? null : 'the subscription is disabled',
      created_at: now,
    })
    .onConflict((open) =>
      open
        .columns(['organisation_id', 'subscription_id', 'topic', 'resource_id'])
        .where('collecting', '=', true)
        // the window was opened by the first change and is not prolonged
        .doUpdateSet((eb) => ({
          event_id: eb.ref('excluded.event_id'),
          event_at: sql`greatest(webhook_deliveries.event_at, excluded.event_at)`,
        })),
    )
    .execute()
}

/** An event that came after the end of the window opens one of its own, even if the last one has not been sent yet. */
async function closeWindow(
  tx: Tx,
  organisationId: number,
  event: Event,
  { subscriptionId }: Subscriber,
): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ collecting: false })
    .where('organisation_id', '=', organisationId)
    .where('subscription_id', '=', subscriptionId)
    .where('topic', '=', event.topic)
    .where('resource_id', '=', event.resourceId)
    .where('collecting', '=', true)
    .where('due_at', '<=', event.at)
    .execute()
}
