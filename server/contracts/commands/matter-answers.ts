// What is known of the matter that a new contract is for: the answers of who asked for it among them.
import { type Known, knownOf, readingWith, withKnown } from '../../fields/values/carried.ts'
import type { Form, FormPart } from '../../fields/form.ts'
import type { ReadNewFields } from '../../fields/values/field-input.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { AppError, badInput } from '../../platform/errors.ts'
import { getNewContractForms } from '../fields.ts'

interface OfMatter {
  readonly templateId: number
  readonly matterId?: number | null
  readonly form?: 'ContractUpload' | 'ContractWizard'
  readonly fields?: ReadNewFields
  readonly known?: readonly Known[]
}

/**
 * The input with what its matter answers: for fields that were not given, and for the facts of the contract. A matter
 * that the actor does not see is left to the check of what the contract refers to.
 */
export async function withMatterAnswers<Input extends OfMatter>(
  app: App,
  actor: Actor,
  input: Input,
): Promise<Input> {
  const { matterId } = input
  if (!matterId) return input
  const known = await knownOfMatter(app, actor, matterId)
  if (known === undefined || known.length === 0) return input
  const forms = await getNewContractForms(app.db, actor.organisationId, input)
  const given = input.fields?.(forms) ?? new Map()
  const carried = await withKnown(app.db, { forms, given, known })
  return { ...input, known, fields: readingWith(input.fields, carried) }
}

/** The form to fill in for a contract of the matter, with what the matter answers as the defaults of its fields. */
export async function formForMatter(app: App, actor: Actor, form: Form, matterId: number): Promise<Form> {
  const known = await knownOfMatter(app, actor, matterId)
  if (known === undefined) throw badInput('matterId', 'must be the id of a matter that you can see.')
  const answers = await withKnown(app.db, { forms: [form], given: new Map(), known })
  const filled = (part: FormPart): FormPart => {
    if (part.kind === 'group') return { ...part, parts: part.parts.map(filled) }
    const answer = answers.get(part.field.id)
    const defaults = answer && 'atoms' in answer ? answer.atoms : part.field.defaults
    return { ...part, field: { ...part.field, defaults } }
  }
  return { ...form, parts: form.parts.map(filled) }
}

/** Undefined for a matter that the actor does not see. */
async function knownOfMatter(
  app: App,
  actor: Actor,
  matterId: number,
): Promise<readonly Known[] | undefined> {
  const matter = await app.subjects.matter.getToSee(app.db, actor, matterId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  })
  if (matter === undefined || matter.organisationId !== actor.organisationId) return undefined
  return knownOf(app.db, { ...matter, kind: 'matter' })
}
