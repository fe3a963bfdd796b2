// Adding a starter set to an organisation: everything in one transaction, and nothing that is there already.
import { Readable } from 'node:stream'
import { setApprovalRules } from '../contracts/approvals/set-approval-rules.ts'
import { createContractTemplate } from '../contracts/commands/create-contract-template.ts'
import { recordTemplateDocument } from '../contracts/commands/set-template-document.ts'
import { createField } from '../fields/commands/create-field.ts'
import { replaceForm } from '../fields/commands/replace-form.ts'
import type { FormKey } from '../fields/form.ts'
import type { PartDesign } from '../fields/form-outline.ts'
import { withStoredContent } from '../files/contents/stored-blobs.ts'
import { getOrganisationToChange } from '../identity/organisations/access.ts'
import { createMatterCategory } from '../matters/commands/create-matter-category.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { docxNames } from '../platform/documents/docx-workers.ts'
import { docxOf } from '../platform/documents/writing/docx.ts'
import { change } from '../platform/events/change.ts'
import { joined } from '../platform/events/joined.ts'
import type { StoredContent } from '../platform/storage/storage.ts'
import { createRequestType } from '../intake/commands/write-request-type.ts'
import { nameStatuses } from './name-statuses.ts'
import { readPresent } from './present.ts'
import type { OnForm, SetApprovalRule, SetContractType, SetMatterType, StarterSet } from './starter-set.ts'

export interface AddedSet {
  /** What was added, by name. */
  readonly added: readonly string[]
  /** What was there by its name, and stays as it is. */
  readonly kept: readonly string[]
}

interface Template {
  readonly content: StoredContent
  readonly names: readonly string[]
}

/**
 * Adds what the organisation does not have of the set: fields by their API names, types and request types by their
 * names. What is there is left as it is, whatever was changed in it, so that the call can be repeated. For
 * administrators of the organisation.
 */
export async function addStarterSet(app: App, actor: Actor, set: StarterSet): Promise<AddedSet> {
  const { organisationId } = actor
  const templates = new Map<string, Template>()
  // contents are stored before anything refers to them, and removed again if nothing does
  const withTemplates = async (left: readonly SetContractType[]): Promise<AddedSet> => {
    const [next, ...others] = left
    if (!next) return addTo(app, actor, set, templates)
    if (!next.template) return withTemplates(others)
    const bytes = docxOf(next.template)
    const { names } = await app.documents.run(
      docxNames,
      { bytes, input: 'document' },
      { organisationId, input: 'document' },
    )
    return withStoredContent(app, organisationId, Readable.from([bytes]), (content) => {
      templates.set(next.name, { content, names })
      return withTemplates(others)
    })
  }
  const { contractTypes: there } = await readPresent(app.db, organisationId, set)
  return withTemplates(set.contractTypes.filter(({ name }) => !there.has(name.toLowerCase())))
}

function addTo(
  app: App,
  actor: Actor,
  set: StarterSet,
  templates: ReadonlyMap<string, Template>,
): Promise<AddedSet> {
  const { organisationId } = actor
  return change(app, actor, async (tx) => {
    // one at a time for each organisation
    await getOrganisationToChange(tx, actor, organisationId)
    const part = joined(app, tx)
    const present = await readPresent(tx, organisationId, set)
    const adding: Adding = { app: part, actor, organisationId, added: [], kept: [], templates }
    for (const field of set.fields)
      if (!present.fields.has(field.apiName.toLowerCase()))
        await createField(part, actor, { ...field, organisationId })
    for (const type of set.matterTypes) await addMatterType(adding, type, present.matterTypes)
    for (const type of set.contractTypes) await addContractType(adding, type, present.contractTypes)
    for (const { title, matterType, contractType, ...more } of set.requestTypes) {
      if (present.requestTypes.has(title.toLowerCase())) {
        adding.kept.push(title)
        continue
      }
      await createRequestType(part, actor, {
        title,
        ...more,
        categoryId: idIn(present.matterTypes, matterType),
        ...(contractType === undefined ? {} : { templateId: idIn(present.contractTypes, contractType) }),
      })
      adding.added.push(title)
    }
    return { result: { added: adding.added, kept: adding.kept }, events: [] }
  })
}

interface Adding {
  readonly app: App
  readonly actor: Actor
  readonly organisationId: number
  readonly added: string[]
  readonly kept: string[]
  readonly templates: ReadonlyMap<string, Template>
}

/** Ids by names in lower case. */
type Ids = Map<string, number>

const idIn = (ids: Ids, name: string): number => ids.get(name.toLowerCase()) ?? 0

async function addMatterType(adding: Adding, type: SetMatterType, present: Ids): Promise<void> {
  const { app, actor, organisationId } = adding
  if (present.has(type.name.toLowerCase())) {
    adding.kept.push(type.name)
    return
  }
  const id = await createMatterCategory(app, actor, {
    organisationId,
    name: type.name,
    description: type.description,
  })
  present.set(type.name.toLowerCase(), id)
  const children: number[] = []
  for (const [position, name] of (type.below ?? []).entries())
    children.push(await createMatterCategory(app, actor, { organisationId, name, parentId: id, position }))
  for (const categoryId of [id, ...children]) {
    for (const form of ['MatterCreate', 'MatterDetails'] as const)
      await setForm(adding, { organisationId, form, categoryId }, type.form)
  }
  if (!(await nameStatuses(app, actor, type, [id, ...children])))
    adding.kept.push(`Names of the statuses of ${type.name}`)
  adding.added.push(type.name)
}

async function addContractType(adding: Adding, type: SetContractType, present: Ids): Promise<void> {
  const { app, actor, organisationId, templates } = adding
  if (present.has(type.name.toLowerCase())) {
    adding.kept.push(type.name)
    return
  }
  const { name, description, group, category } = type
  const templateId = await createContractTemplate(app, actor, {
    organisationId,
    name,
    description,
    group,
    category,
  })
  present.set(name.toLowerCase(), templateId)
  const template = templates.get(name)
  const forms = [
    'ContractUpload',
    'ContractDetails',
    ...(template ? (['ContractWizard'] as const) : []),
  ] as const
  for (const form of forms) await setForm(adding, { organisationId, form, templateId }, type.form)
  if (template) await recordTemplateDocument(app, actor, { organisationId, templateId }, template)
  if (type.approvals) await setApprovals(adding, templateId, type.approvals)
  adding.added.push(name)
}

/** The administrator who adds the set approves until they name others: there is nobody else to name yet. */
const setApprovals = ({ app, actor }: Adding, templateId: number, approvals: readonly SetApprovalRule[]) =>
  setApprovalRules(app, actor, templateId, {
    given: {
      inOrder: false,
      rules: approvals.map(({ name, field, above }) => ({
        id: null,
        name,
        approverIds: [actor.userId],
        teamId: null,
        need: 'All',
        deadline: null,
        when: { field, operator: 'gt', value: String(above) },
      })),
    },
    // of a type that has just been made
    checkVersion: () => undefined,
  })

/** What a record shows is not required: it was asked before. */
async function setForm({ app, actor }: Adding, key: FormKey, parts: readonly OnForm[]): Promise<void> {
  const shows = key.form === 'MatterDetails' || key.form === 'ContractDetails'
  await replaceForm(app, actor, key, {
    parts: parts.map((part, index): PartDesign => {
      const { field, required = false, when = null } = typeof part === 'string' ? { field: part } : part
      return {
        kind: 'field',
        field,
        label: null,
        required: required && !shows,
        requiredBefore: null,
        readOnly: false,
        help: null,
        when,
        path: `parts[${index}].field`,
      }
    }),
  })
}
