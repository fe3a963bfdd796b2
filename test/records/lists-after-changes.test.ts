// Lists that this process writes from copies show what the database shows, however what the copies are of is changed by
// another process, as soon as that has answered.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonOf } from '../../server/http/shape.ts'
import { matterKind } from '../../server/matters/matter-kind.ts'
import { matterShape } from '../../server/matters/v2/matters.wire.ts'
import { buildApp, type RunningApp } from '../../server/operations/process/app.ts'
import type { Actor } from '../../server/platform/actor.ts'
import { recordBodies } from '../../server/records/lists/record-bodies.ts'
import { pageOfVisible } from '../../server/records/lists/repeated-pages.ts'
import { columnsV2 } from '../../server/records/v2/records.ts'
import { createOrganisation, createTeam, createUser } from '../factories.ts'
import { actorFor } from '../fixtures/actors.ts'
import { insertFieldOn } from '../fixtures/fields.ts'
import { insertCategory, insertMatter } from '../fixtures/matters.ts'
import { giveValues, insertFieldsOfEveryType } from '../lists/fields-of-every-type.ts'
import { useTestApp } from '../test-app.ts'
import { callerFor } from '../tokens.ts'

const parts = useTestApp()
const apps: RunningApp[] = []
const ends: (() => Promise<void>)[] = []

beforeAll(async () => {
  // one that writes, and one that only reads
  for (const app of [
    parts.app,
    await buildApp(parts.app.config, parts.app.database.pool.options, parts.app),
  ]) {
    const { stop } = await app.database.announcements.listen()
    apps.push(app)
    ends.push(stop)
  }
})
afterAll(async () => {
  for (const end of ends) await end()
  await apps[1]?.close()
})

const query = { filter: null, sort: [], skip: 0, take: 50 }

/** The page as each process writes it, and as the database makes its objects now. */
async function expectSame(actor: Actor, change: string): Promise<void> {
  for (const [place, app] of apps.entries()) {
    const bodies = recordBodies(matterKind, app, {
      shape: jsonOf(matterShape),
      columns: (context) => columnsV2(matterKind, context),
    })
    const asked = { query, columns: ['id'], count: false, objects: bodies.listed(null) }
    const { rows } = await pageOfVisible(matterKind, app, actor, asked)
    const made = await bodies.list(app.db, actor, { ids: rows.map(({ id }) => Number(id)), selected: null })
    const shown = rows.map(({ object }) => object)
    expect(shown, `${change}, process ${place}`).toEqual(rows.map(({ id }) => made.get(Number(id))?.text))
    expect(shown.length).toBeGreaterThan(5)
  }
}

async function world() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const user = await createUser(app, {
    organisationId,
    role: 'Administrator',
    groups: ['MatterAdministrators'],
  })
  const other = await createUser(app, { organisationId })
  const teamId = await createTeam(app, { organisationId, members: [user] })
  const [categoryId, otherType] = [
    await insertCategory(app, organisationId, { name: 'Dispute' }),
    await insertCategory(app, organisationId, { name: 'Lease' }),
  ]
  const form = { organisationId, form: 'MatterDetails', categoryId } as const
  const fields = await insertFieldsOfEveryType(app, form, [user.id, other.id])
  const emptyField = await insertFieldOn(app, form, { title: 'Empty', type: 'ShortText' })
  const caller = await callerFor(parts, user)
  const ids: number[] = []
  for (let place = 0; place < 12; place++) {
    const values = {
      team_id: place % 2 ? teamId : null,
      manager_id: place % 3 ? other.id : null,
      in_intake: place % 3 === 0,
    }
    const id = await insertMatter(app, { owner: place % 2 ? user : other, categoryId, values })
    await giveValues(caller, `/v2/matters/${id}`, fields, place)
    ids.push(id)
  }
  return { app, organisationId, user, other, teamId, categoryId, otherType, emptyField, caller, ids }
}

test('they show each change at once, in every process', async () => {
  const { app, organisationId, user, other, teamId, categoryId, otherType, emptyField, caller, ids } =
    await world()
  const actor = await actorFor(app, user)
  // the first time a page is built for the caller, and has no objects
  for (const each of apps)
    await pageOfVisible(matterKind, each, actor, {
      query,
      columns: ['id'],
      count: false,
      objects: objectsOf(each),
    })
  await expectSame(actor, 'at first')
  const fieldOf = async (apiName: string) => {
    const found = await app.db
      .selectFrom('fields')
      .where('organisation_id', '=', organisationId)
      .where('api_name', '=', apiName)
      .select('id')
      .executeTakeFirstOrThrow()
    return found.id
  }
  const idIn = async (
    table: 'departments' | 'regions' | 'contract_entities' | 'invoice_recipients',
    place = 1,
  ) =>
    (
      await app.db
        .selectFrom(table)
        .where('organisation_id', '=', organisationId)
        .select('id')
        .orderBy('id')
        .execute()
    )[place]?.id
  const dropdown = await fieldOf('adropdown')
  const forms = `/v2/matterTypes/${categoryId}/forms/Details`
  const formNow = async () => (await caller.get(forms)).json<{ parts: object[] }>()
  const patch = (path: string, body: object) => () => caller.patch(path, body)
  const changes: Readonly<Record<string, () => Promise<{ statusCode: number; body: string }>>> = {
    'a value': patch(`/v2/matters/${ids[1]}`, { fields: { ashorttext: 'changed', adropdown: null } }),
    'a name and a manager': patch(`/v2/matters/${ids[0]}`, {
      name: 'x"\\é🙂\u2028',
      manager: { user: { id: user.id } },
    }),
    'the label of an option': patch(`/v2/fields/${dropdown}/options/Alpha`, { label: 'Alpha, renamed' }),
    'a new option that is used': async () => {
      await caller.post(`/v2/fields/${dropdown}/options`, { label: 'Omega' })
      return caller.patch(`/v2/matters/${ids[2]}`, { fields: { adropdown: { value: 'Omega' } } })
    },
    'the name of a field': patch(`/v2/fields/${await fieldOf('adate')}`, { name: 'Renamed date' }),
    'a department': patch(`/v2/departments/${await idIn('departments')}`, { name: 'Other department' }),
    'a region': patch(`/v2/regions/${await idIn('regions')}`, { name: 'Other region' }),
    'a party': patch(`/v2/contractParties/${await idIn('contract_entities')}`, { name: 'Other party' }),
    'a party that is merged into another': async () =>
      caller.post(`/v2/contractParties/${await idIn('contract_entities')}/merge`, {
        into: { id: await idIn('contract_entities', 2) },
      }),
    'a recipient of invoices': patch(`/v2/invoiceRecipients/${await idIn('invoice_recipients')}`, {
      name: 'Other recipient',
    }),
    'the name of a person': patch(`/v2/users/${other.id}/profile`, {
      firstName: 'Zoë',
      lastName: 'O"Neill',
    }),
    'the name of a team': patch(`/v2/teams/${teamId}`, { name: 'Other team' }),
    'the name of a type': patch(`/v2/matterTypes/${categoryId}`, { name: 'Other dispute' }),
    'the name of the organisation': patch(`/v2/organizations/${organisationId}`, {
      name: 'Other organisation',
    }),
    'the order of a form': async () => {
      const form = await formNow()
      return caller.put(forms, { ...form, parts: form.parts.toReversed() })
    },
    'a field that leaves a form': async () => {
      const form = await formNow()
      return caller.put(forms, { ...form, parts: form.parts.slice(2) })
    },
    'another type of a matter': patch(`/v2/matters/${ids[3]}`, { type: { id: otherType } }),
    'a field that is deleted': () => caller.delete(`/v2/fields/${emptyField}`),
  }
  for (const [name, change] of Object.entries(changes)) {
    const answer = await change()
    expect([name, answer.statusCode], answer.body).toEqual([name, 204])
    await expectSame(actor, name)
  }
})

function objectsOf(app: RunningApp) {
  return recordBodies(matterKind, app, {
    shape: jsonOf(matterShape),
    columns: (context) => columnsV2(matterKind, context),
  }).listed(null)
}
