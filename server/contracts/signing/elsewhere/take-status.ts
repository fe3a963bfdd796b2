// Writing what a service elsewhere says about a request: who has opened and signed it, and how it ended.
import { sql } from 'kysely'
import type { DomainEvent } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { endRequest } from '../here/end-request.ts'
import { signatureEvent } from '../here/events.ts'
import { changeSigner, findSigners, type SignatureRequest, type Signer } from '../here/request.ts'
import type { RequestStatus, SignerStatus } from './signing-interface.ts'

/** A service, as the history names it. */
interface Named {
  readonly service: string
  readonly now: Date
}

const isDone = ({ state }: Pick<Signer, 'state'>) => state === 'Signed' || state === 'Declined'

/**
 * Writes what is new about the signers of an open request that is locked, and returns the events of it. What somebody
 * has done stays done, in whatever order a service reports it.
 */
export async function takeSigners(
  tx: Tx,
  request: SignatureRequest,
  status: RequestStatus,
  of: Named,
): Promise<readonly DomainEvent[]> {
  const events: DomainEvent[] = []
  for (const known of await findSigners(tx, request)) {
    const said = status.signers.find(({ place }) => place === known.place)
    if (said && !isDone(known)) events.push(...(await takeSigner(tx, request, { known, said }, of)))
  }
  return events
}

async function takeSigner(
  tx: Tx,
  request: SignatureRequest,
  { known, said }: { readonly known: Signer; readonly said: SignerStatus },
  { service, now }: Named,
): Promise<readonly DomainEvent[]> {
  const { name, email } = said
  const isOther = name !== known.name || email !== known.email
  const within = (date: Date | null): Date =>
    date === null || date > now ? now : date < request.createdAt ? request.createdAt : date
  const isViewed = (known.viewedAt === null || isOther) && (said.viewedAt !== null || said.state === 'Signed')
  const asked = known.askedAt ?? (said.state === 'Waiting' ? null : now)
  await changeSigner(
    tx,
    { ...request, requestId: request.id, place: known.place },
    {
      name,
      email,
      // somebody who is asked does not wait again
      state: said.state === 'Waiting' ? known.state : said.state,
      asked_at: asked,
      viewed_at: isViewed ? within(said.viewedAt ?? said.endedAt) : known.viewedAt,
      ...(isDone(said) ? { ended_at: within(said.endedAt), reason: said.reason } : {}),
      ...(isOther ? { earlier: sql<never>`${JSON.stringify(earlierOf(known, service, now))}::jsonb` } : {}),
    },
  )
  const facts = { signer: name, service }
  return [
    ...(isOther
      ? [
          signatureEvent('handedOver', request, {
            ...facts,
            from: `${known.name} <${known.email}>`,
            to: `${name} <${email}>`,
            signer: known.name,
            sentBy: request.createdBy,
          }),
        ]
      : []),
    ...(isViewed ? [signatureEvent('viewed', request, facts)] : []),
    ...(said.state === 'Signed' ? [signatureEvent('signed', request, facts)] : []),
  ]
}

const earlierOf = ({ earlier, name, email, title, party }: Signer, service: string, now: Date) => [
  ...earlier,
  { name, email, title, party, reason: `Handed over at ${service}`, by: 'Signer', at: now.toISOString() },
]

/** Ends the request as the service says; returns the events of it. */
export async function takeEnd(
  tx: Tx,
  request: SignatureRequest,
  { state, reason, signers }: RequestStatus,
  { service, now }: Named,
): Promise<readonly DomainEvent[]> {
  const from = { service, sentBy: request.createdBy }
  if (state === 'Open' || state === 'Completed') return []
  const declined = signers.filter((each) => each.state === 'Declined')
  const said = declined.find((each) => each.reason !== null)?.reason ?? reason
  const why = state === 'Expired' ? null : (said ?? `Ended at ${service}`)
  const left = await endRequest(tx, request, { state, reason: why, now })
  if (state === 'Expired') return [signatureEvent('expired', request, from), ...left]
  if (state === 'Voided') return [signatureEvent('voided', request, { ...from, reason: why }), ...left]
  const signer = declined.map(({ name }) => name).join(', ')
  return [signatureEvent('declined', request, { ...from, signer, reason: why }), ...left]
}
