// Saying how a contract stands.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import { badInput } from '../../platform/errors.ts'
import { getContractToContribute, noteContractActivity } from '../access.ts'
import { statusMessagePosted } from '../events.ts'

const longest = 10_000

/** Posts the message to the contract, as its last one, and answers its id. Everyone who may contribute may. */
export function postStatusMessage(app: App, actor: Actor, contractId: number, text: string): Promise<number> {
  const message = text.trim()
  if (message === '') throw badInput('statusMessage', 'is empty: say how the contract stands.')
  if (message.length > longest) throw badInput('statusMessage', `must have ${longest} characters at most.`)
  return change(app, actor, async (tx, now) => {
    const contract = await getContractToContribute(tx, actor, contractId)
    const { organisationId, id } = contract
    const { id: messageId } = await tx
      .insertInto('contract_status_messages')
      .values({
        organisation_id: organisationId,
        contract_id: id,
        message,
        user_id: actor.userId,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await noteContractActivity(tx, contract, now)
    return { result: messageId, events: statusMessagePosted({ organisationId, id }, messageId, message) }
  })
}
