// Access through v2 to what administrators set up for records: fields, types, their groups, documents and forms.
import { setTemplateDocument } from '../../../../server/contracts/commands/set-template-document.ts'
import { internalTransaction, systemActor } from '../../../../server/platform/events/change.ts'
import { setNoticeTemplate } from '../../../../server/contracts/renewals/notices/notice-template.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import { docx } from '../../../documents/docx.ts'
import { createContractTemplate } from '../../../factories.ts'
import { insertField, insertFieldOn } from '../../../fixtures/fields.ts'
import { insertCategory } from '../../../fixtures/matters.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'

async function field({ app, organisationId }: World) {
  const [fieldId, name] = [mark().replaceAll('-', '_'), mark()]
  await insertField(app, { organisationId, title: name, apiName: fieldId, type: 'ShortText' })
  return { params: { fieldId }, name }
}

async function matterType({ app, organisationId }: World) {
  const name = mark()
  return { params: { typeId: await insertCategory(app, organisationId, { name }) }, name }
}

async function contractType({ app, organisationId }: World) {
  const name = mark()
  return { params: { typeId: await createContractTemplate(app, { organisationId, name }) }, name }
}

async function wizard(world: World) {
  const type = await contractType(world)
  const key = { organisationId: world.organisationId, templateId: type.params.typeId }
  const bytes = docx(['For {contractName}'])
  await setTemplateDocument(world.app, systemActor('test'), { ...key, bytes })
  return type
}

/** A type with a template of its own for notices, in an organisation that has one. */
async function noticeTemplate(world: World) {
  const type = await contractType(world)
  const owner = await actorFor(world.app, world.people.owner)
  const { organisationId } = world
  for (const templateId of [type.params.typeId, null])
    await setNoticeTemplate(world.app, owner, {
      scope: { organisationId, templateId },
      bytes: docx(['To {otherParty}']),
    })
  return { params: type.params }
}

function group({ app, organisationId }: World) {
  const name = mark()
  return internalTransaction(app, async (tx, now) => {
    const { id } = await tx
      .insertInto('contract_groups')
      .values({ organisation_id: organisationId, name, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { params: { groupId: id }, name }
  })
}

/** A form of the type with a field on it. */
const formOf =
  (of: 'contract' | 'matter') =>
  async (world: World): Promise<{ params: { typeId: number; form: string }; name: string }> => {
    const { app, organisationId } = world
    const { params } = await (of === 'contract' ? contractType : matterType)(world)
    const title = mark()
    const key =
      of === 'contract'
        ? ({ organisationId, form: 'ContractDetails', templateId: params.typeId } as const)
        : ({ organisationId, form: 'MatterDetails', categoryId: params.typeId } as const)
    await insertFieldOn(app, key, { title, type: 'ShortText' })
    return { params: { ...params, form: 'details' }, name: title }
  }

async function coreForm({ app, organisationId }: World) {
  const title = mark()
  await insertFieldOn(app, { organisationId, form: 'ContractCore' }, { title, type: 'ShortText' })
  return { params: { form: 'contracts' }, name: title }
}

interface Made {
  readonly params: Readonly<Record<string, string | number>>
  /** What the answer of a read contains, if it names anything. */
  readonly name?: string
}
type Make = (world: World) => Promise<Made>

/** Everybody of the organisation may read it. */
export const read = (route: string, make: Make, more: Partial<AccessCase> = {}): AccessCase => ({
  route: `GET ${route}`,
  make: async (world) => {
    const { params, name } = await make(world)
    return { params, ...(name === undefined ? {} : { mark: name }) }
  },
  colleague: 'may',
  ...more,
})

/** Administrators may update it. */
export const write = (
  route: string,
  make: Make,
  { body, ...more }: Partial<AccessCase> & { readonly body?: () => object | string },
): AccessCase => ({
  route,
  make: async (world) => ({ params: (await make(world)).params, ...(body ? { body: body() } : {}) }),
  colleague: 403,
  ...more,
})

/** Administrators may create one, each in their own organisation. */
export const create = (route: string, body: () => object): AccessCase => ({
  route: `POST ${route}`,
  make: () => ({ body: body() }),
  outsider: 'may',
  colleague: 403,
})

const words = (...names: readonly string[]) => ({ words: names })
/** The versions of a form that was replaced, for administrators. */
const versions = (route: string, make: Make, more: Partial<AccessCase> = {}): AccessCase => ({
  route: `GET ${route}`,
  make: async (world) => {
    const { params } = await make(world)
    const title = mark()
    const url = route.replace(':typeId', String(params['typeId'])).replace(':form', String(params['form']))
    const payload = { parts: [{ group: { title }, parts: [] }] }
    await world.send('owner', 'token', { method: 'PUT', url: url.replace('/versions', ''), payload })
    return { params, mark: title }
  },
  colleague: 403,
  ...words('form'),
  ...more,
})

const named = () => ({ name: mark() })
const someForm = () => ({ parts: [{ group: { title: mark() }, parts: [] }] })
const [fields, matterTypes, contractTypes, groups] = [
  '/v2/fields',
  '/v2/matterTypes',
  '/v2/contractTypes',
  '/v2/contractGroups',
]

/** A type that was turned off. */
const retired =
  (path: string, make: Make): Make =>
  async (world) => {
    const made = await make(world)
    await world.send('owner', 'token', { method: 'DELETE', url: `${path}/${made.params['typeId']}` })
    return made
  }

const fieldCases = [
  create(fields, () => ({ name: mark(), fieldType: 'Date' })),
  read(`${fields}/:fieldId`, field, words('fieldId')),
  write(`PATCH ${fields}/:fieldId`, field, { body: named, ...words('fieldId') }),
  write(`DELETE ${fields}/:fieldId`, field, words('fieldId')),
  read('/v2/forms/:form', coreForm, { outsider: 'shown nothing', ...words('form') }),
  versions('/v2/forms/:form/versions', coreForm, { outsider: 'shown nothing' }),
  write('PUT /v2/forms/:form', coreForm, { body: someForm, outsider: 'may', ...words('form') }),
]

const matterTypeCases = [
  create(matterTypes, named),
  read(`${matterTypes}/:typeId`, matterType),
  write(`PATCH ${matterTypes}/:typeId`, matterType, { body: named }),
  write(`DELETE ${matterTypes}/:typeId`, matterType, {}),
  write(`POST ${matterTypes}/:typeId/restore`, retired(matterTypes, matterType), {}),
  write(`POST ${matterTypes}/:typeId/purge`, matterType, {}),
  read(`${matterTypes}/:typeId/firmRights`, async (world) => ({ params: (await matterType(world)).params })),
  write(`PUT ${matterTypes}/:typeId/firmRights`, matterType, {
    body: () => ({ mayChange: ['name'], addColleagues: false }),
  }),
  read(`${matterTypes}/:typeId/forms/:form`, formOf('matter'), words('form')),
  versions(`${matterTypes}/:typeId/forms/:form/versions`, formOf('matter')),
  write(`PUT ${matterTypes}/:typeId/forms/:form`, formOf('matter'), { body: someForm, ...words('form') }),
]

const contractTypeCases: readonly AccessCase[] = [
  create(contractTypes, () => ({ ...named(), category: 'Sales', parent: { name: mark() } })),
  read(`${contractTypes}/:typeId`, contractType),
  write(`PATCH ${contractTypes}/:typeId`, contractType, { body: named }),
  write(`DELETE ${contractTypes}/:typeId`, contractType, {}),
  write(`POST ${contractTypes}/:typeId/restore`, retired(contractTypes, contractType), {}),
  write(`POST ${contractTypes}/:typeId/purge`, contractType, {}),
  read(`${contractTypes}/:typeId/forms/:form`, formOf('contract'), words('form')),
  versions(`${contractTypes}/:typeId/forms/:form/versions`, formOf('contract')),
  write(`PUT ${contractTypes}/:typeId/forms/:form`, formOf('contract'), {
    body: someForm,
    ...words('form'),
  }),
  {
    route: `GET ${contractTypes}/:typeId/document`,
    make: async (world) => ({ params: (await wizard(world)).params }),
    colleague: 403,
  },
  {
    route: `PUT ${contractTypes}/:typeId/document`,
    make: async (world) => ({
      params: (await contractType(world)).params,
      body: docx(['For {contractName}']),
      headers: { 'content-type': 'application/octet-stream' },
    }),
    colleague: 403,
  },
  write(`DELETE ${contractTypes}/:typeId/document`, wizard, {}),
  // without a type it is that of the caller's organisation
  ...(
    [
      [`${contractTypes}/:typeId/noticeTemplate`, {}],
      ['/v2/noticeTemplate', { outsider: 'may' }],
    ] as const
  ).flatMap(([path, whose]): AccessCase[] => [
    { route: `GET ${path}`, make: noticeTemplate, colleague: 403, ...whose },
    { route: `GET ${path}/content`, make: noticeTemplate, colleague: 403, ...whose },
    {
      route: `PUT ${path}`,
      make: async (world) => ({
        ...(await noticeTemplate(world)),
        body: docx(['To {otherParty}']),
        headers: { 'content-type': 'application/octet-stream' },
      }),
      colleague: 403,
      ...whose,
    },
    write(`DELETE ${path}`, noticeTemplate, whose),
  ]),
  {
    route: `GET ${contractTypes}/:typeId/placeholders`,
    make: async (world) => ({ params: (await wizard(world)).params, mark: 'contractName' }),
    colleague: 403,
  },
  {
    route: `POST ${contractTypes}/:typeId/placeholders`,
    make: async (world) => ({
      params: (await contractType(world)).params,
      body: docx(['For {contractName}']),
      headers: { 'content-type': 'application/octet-stream' },
    }),
    colleague: 403,
    changesNothing: 'the document is read, and not stored',
  },
  {
    route: `POST ${contractTypes}/:typeId/preview`,
    make: async (world) => ({ params: (await wizard(world)).params, body: { name: mark() } }),
    colleague: 403,
    changesNothing: 'the document is made, sent and not stored',
  },
  {
    route: `GET ${groups}`,
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await group(world)).name }),
    outsider: 'shown nothing',
    colleague: 'may',
  },
  create(groups, named),
  read(`${groups}/:groupId`, group),
  write(`PATCH ${groups}/:groupId`, group, { body: named }),
  write(`DELETE ${groups}/:groupId`, group, {}),
]

export const administrationCases: readonly AccessCase[] = [
  ...fieldCases,
  ...matterTypeCases,
  ...contractTypeCases,
]
