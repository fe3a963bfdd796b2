// What becomes of a file that came back: it is made the next version of the document, or declined. It stays among the
// files of the contract as it came.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { notFound } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { lockContractFor, noteContractActivity } from '../access.ts'
import type { OfContract } from './change-share.ts'
import { personOf, shareEvent } from './events.ts'
import { checkOffered, decideOffered, takeOffered } from './offered.ts'
import { lockShare, returnColumns, type ReturnedFile, type Share } from './share.ts'

export interface OfShare extends OfContract {
  readonly returnId: number
}

/**
 * Makes the file the next version of the document, after `version`, which the caller has looked at. One that was
 * declined can be accepted as well. Throws conflict when the document has another version by now, is locked or signed,
 * and for a file that was accepted before, changed, or is not among the files any more.
 */
export const acceptReturn = (app: App, actor: Actor, of: OfShare, version: number): Promise<void> =>
  withReturn(app, actor, of, async ({ tx, now, share, returned }) => {
    const added = await takeOffered(
      { app, tx, actor, now },
      {
        contract: { organisationId: share.organisationId, id: share.contractId },
        offered: returned,
        version,
        author: actor,
        comments: `Returned by ${personOf(share)}`,
      },
    )
    const facts = { name: returned.name, version: added.version }
    return { state: 'Accepted', events: [...added.events, shareEvent('accepted', share, facts)] }
  })

/** Notes that the file becomes no version. Throws conflict for one that was decided before. */
export const declineReturn = (app: App, actor: Actor, of: OfShare): Promise<void> =>
  withReturn(app, actor, of, async ({ share, returned }) => {
    checkOffered(returned)
    return { state: 'Declined', events: [shareEvent('declined', share, { name: returned.name })] }
  })

interface Deciding {
  readonly tx: Tx
  readonly now: Date
  readonly share: Share
  readonly returned: ReturnedFile
}

interface Decision {
  readonly state: 'Accepted' | 'Declined'
  readonly events: readonly DomainEvent[]
}

function withReturn(
  app: App,
  actor: Actor,
  { contractId, shareId, returnId }: OfShare,
  decide: (deciding: Deciding) => Promise<Decision>,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { contract } = await lockContractFor({ tx, actor, now, right: 'shareDocument' }, contractId)
    const { organisationId } = contract
    const share = await lockShare(tx, { organisationId, contractId, id: shareId })
    const returned = await tx
      .selectFrom('document_returns')
      .where('organisation_id', '=', organisationId)
      .where('share_id', '=', shareId)
      .where('id', '=', returnId)
      .select([...returnColumns])
      .executeTakeFirst()
    if (!returned) throw notFound()
    const { state, events } = await decide({ tx, now, share, returned: returned as ReturnedFile })
    await decideOffered(tx, { organisationId, id: returnId, state, by: actor, now })
    await noteContractActivity(tx, contract, now)
    return { result: undefined, events }
  })
}
