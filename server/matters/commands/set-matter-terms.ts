// The terms and conditions that apply to a matter.
import { findFileIn } from '../../files/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { badInput } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import { getMatterFor } from '../access.ts'
import { termsSet } from '../events.ts'
import type { Matter } from '../matter.ts'

/** A file of the matter that all its members can read, and the code of the terms. */
export interface NewTerms {
  readonly fileId: number
  readonly code: string
}

/** Sets the terms of the matter, or removes them with null. Setting the same terms again changes nothing. */
export async function setMatterTerms(
  app: App,
  actor: Actor,
  matterId: number,
  terms: NewTerms | null,
): Promise<void> {
  const code = terms?.code.trim()
  if (code === '' || (code !== undefined && code.length > 100))
    throw badInput('code', 'must be a text of 1 to 100 characters.')
  return change(app, actor, async (tx, now) => {
    const matter = await getMatterFor(tx, actor, matterId, 'terms')
    const changed =
      terms === null || code === undefined
        ? await removeTerms(tx, matter)
        : await writeTerms(tx, actor, { matter, fileId: terms.fileId, code, now })
    return { result: undefined, events: changed ? [termsSet(matter, terms)] : [] }
  })
}

async function removeTerms(tx: Tx, { organisationId, id }: Matter & MayChange): Promise<boolean> {
  const removed = await tx
    .deleteFrom('matter_terms')
    .where('organisation_id', '=', organisationId)
    .where('matter_id', '=', id)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

interface Write extends NewTerms {
  readonly matter: Matter & MayChange
  readonly now: Date
}

async function writeTerms(tx: Tx, actor: Actor, { matter, fileId, code, now }: Write): Promise<boolean> {
  const file = await findFileIn(tx, { subject: { kind: 'matter', ...matter }, lock: true }, fileId)
  if (file?.kind !== 'File' || file.isShielded || file.webUri !== null) {
    throw badInput('fileId', 'must be the id of a file of the matter that is kept here, and is not private.')
  }
  const set = { file_id: fileId, code, set_by: actor.userId, set_at: now }
  const written = await tx
    .insertInto('matter_terms')
    .values({ organisation_id: matter.organisationId, matter_id: matter.id, ...set })
    .onConflict((there) =>
      there
        .columns(['organisation_id', 'matter_id'])
        .doUpdateSet(set)
        .where((eb) =>
          eb.or([eb('matter_terms.file_id', '<>', fileId), eb('matter_terms.code', '<>', code)]),
        ),
    )
    .executeTakeFirst()
  return written.numInsertedOrUpdatedRows === 1n
}
