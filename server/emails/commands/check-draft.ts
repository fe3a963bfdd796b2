// Validation of a draft, shared by creating and updating one.
import { seesMatter } from '../../matters/user-sees-matter.ts'
import { getMatterFor } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { AppError, badInput, badInputs } from '../../platform/errors.ts'
import { bareObject } from '../../platform/bare-object.ts'

const mostRecipients = 100

/** The matter, if the actor may add mail to it and all recipients may see it; bad_request names what is wrong. */
export async function checkDraft(
  tx: Tx,
  actor: Actor,
  { matterId, recipientIds }: { readonly matterId: number; readonly recipientIds: readonly string[] },
) {
  const matter = await matterOf(tx, actor, matterId)
  if (recipientIds.length > mostRecipients) {
    throw badInput('recipients', `must have at most ${mostRecipients} people.`)
  }
  const errors = bareObject<string[]>()
  for (const [index, userId] of recipientIds.entries()) {
    if (await seesMatter(tx, userId, matter.id)) continue
    const name = `recipients[${index}].userId`
    errors[name] = ['must be the id of an active person who may see the matter.']
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  return matter
}

async function matterOf(tx: Tx, actor: Actor, matterId: number) {
  try {
    return await getMatterFor(tx, actor, matterId, 'draftMail')
  } catch (error) {
    if (!(error instanceof AppError) || !['not_found', 'forbidden'].includes(error.code)) throw error
    throw badInput('matterId', 'must be the id of a matter that you may see and add to.')
  }
}
