// Asking the legal department for something: a matter of the type that waits in intake, and of types that make
// contracts a draft of one; or the contract alone, where the answers are within the bounds of the type.
import type { ReadNewFields } from '../../fields/values/field-input.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { AppError, badInput } from '../../platform/errors.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { noteAnswers } from '../answers.ts'
import { type AskedType, getRequestType } from '../request-types.ts'
import { longestText } from '../request.ts'
import { makeContractRequest } from './make-contract-request.ts'
import { requestMatter } from './request-matter.ts'

export interface NewRequest {
  readonly typeId: number
  /** By default the title of the type. */
  readonly name?: string | null | undefined
  readonly description?: string | null | undefined
  readonly urgent?: boolean | undefined
  readonly fields?: ReadNewFields
}

/**
 * Makes the request and returns its id, which is that of its matter if it has one. The matter has the manager and the
 * team of the type; a request of a business user, and one without a manager, waits in intake.
 */
export async function makeRequest(app: App, actor: Actor, input: NewRequest): Promise<number> {
  const description = input.description?.trim() || null
  if ((description ?? '').length > longestText) {
    throw badInput('description', `must have ${longestText} characters at most.`)
  }
  const type = await typeOf(app.db, actor, input.typeId)
  if (type.templateId !== null)
    return makeContractRequest(app, actor, { type, templateId: type.templateId, input, description })
  return change(app, actor, async (tx, now) => {
    const { fields, answers } = noteAnswers(input.fields)
    const name = input.name ?? type.title
    const asked = { type, name, description, urgent: input.urgent, fields, answers, now }
    const { id, events } = await requestMatter(tx, actor, asked)
    return { result: id, events }
  })
}

async function typeOf(db: Reader, actor: Actor, id: number): Promise<AskedType> {
  try {
    return await getRequestType(db, actor, id)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
    throw badInput('typeId', 'must be a request type of your organisation; GET /v2/requestTypes lists them.')
  }
}
