// Signers whose codes are refused for a while, because too many wrong ones were entered: who they are, and ending that.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { badInput } from '../../../platform/errors.ts'
import { lockedSubjects, resetAttempts } from '../../../platform/secrets/attempt-limit.ts'
import { codeLimits } from '../../../platform/secrets/mailed-code.ts'
import { checkSignedHere, type OfContract, withOpenRequest } from './end-request.ts'
import { signatureEvent } from './events.ts'
import { findSigners, type ShownRequest, type Signer } from './request.ts'
import { signerSubject } from './signer-access.ts'
import { signerAppLimits } from './signer-app.ts'

const limits = [...codeLimits('signing'), ...signerAppLimits]

type Request = Pick<ShownRequest, 'organisationId' | 'id'>

/** The places of those signers of an open request whose next code is refused, right or wrong. */
export async function lockedPlaces(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  request: ShownRequest | undefined,
): Promise<ReadonlySet<number>> {
  const subjects = new Map(
    (request?.signers ?? [])
      .filter(({ state }) => state === 'Asked')
      .map((signer) => [subjectOf(request as Request, signer), signer.place]),
  )
  const locked = await lockedSubjects(db, limits, [...subjects.keys()], clock.now())
  return new Set([...locked].flatMap((subject) => subjects.get(subject) ?? []))
}

/** Lets a signer try again. Throws bad_request for somebody who was not asked, conflict when the request has ended. */
export function unlockSigner(app: App, actor: Actor, of: OfContract, place: number): Promise<void> {
  return withOpenRequest(app, actor, of, async (tx, request) => {
    checkSignedHere(request)
    const signer = (await findSigners(tx, request)).find((each) => each.place === place)
    if (signer?.state !== 'Asked') throw badInput('place', 'must be that of a signer who is asked now.')
    const source = { subject: subjectOf(request, signer), ip: '' }
    for (const limit of limits) await resetAttempts(tx, limit, source)
    return { result: undefined, events: [signatureEvent('unlocked', request, { signer: signer.name })] }
  })
}

const subjectOf = ({ organisationId, id: requestId }: Request, { place, secretHash }: Signer): string =>
  signerSubject({ organisationId, requestId, place, secretHash })
