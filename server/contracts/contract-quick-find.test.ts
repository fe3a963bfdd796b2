import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { actorFor } from '../../test/fixtures/actors.ts'
import { insertContract } from '../../test/fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createTeam, createUser } from '../../test/factories.ts'
import { plansOf } from '../../test/lists/plans.ts'
import { useTestApp } from '../../test/test-app.ts'
import { callerFor } from '../../test/tokens.ts'
import { systemActor } from '../platform/events/change.ts'
import { recountAll } from '../../test/lists/counts.ts'
import { createContractTemplate as createTemplate } from './commands/create-contract-template.ts'
import { quickFindContracts } from './contract-lookups.ts'

const parts = useTestApp()
const contracts = '/contract-apis/v1/contracts'

async function world() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const owner = await createUser(app, { organisationId, firstName: 'Ana', lastName: 'Prior' })
  const templateId = await createContractTemplate(app, { organisationId })
  const add = (name: string, values: Parameters<typeof insertContract>[1]['values'] = {}) => {
    parts.clock.advance({ minutes: 1 })
    return insertContract(app, { owner, templateId, values: { name, ...values } })
  }
  const caller = await callerFor(parts, owner)
  const find = async (term: string, who = caller) =>
    (await who.get(`${contracts}/quickfind?term=${encodeURIComponent(term)}`)).json<{ id: number }[]>()
  const ids = async (term: string, who = caller) => (await find(term, who)).map(({ id }) => id)
  return { organisationId, owner, templateId, add, caller, find, ids }
}

test('is ranked: exactly this, its beginning, words, beginnings and parts of words, typing mistakes [C-28]', async () => {
  const { add, ids } = await world()
  const similar = await add('Supply by Zepher Ltd')
  const part = await add('Supply by Thezephyrs Ltd')
  const beginning = await add('Supply by Zephyrous Ltd')
  const word = await add('Supply by (Zephyr) Ltd')
  const prefix = await add('Zephyr supply')
  const exact = await add('ZEPHYR')
  await add('Lease of a warehouse')
  expect(await ids('zephyr')).toEqual([exact, prefix, word, beginning, part, similar])
})

test('what is alike is sorted by when something last happened', async () => {
  const { add, ids } = await world()
  const [first, second, third] = [await add('Lease A'), await add('Lease B'), await add('Lease C')]
  expect(await ids('lease')).toEqual([third, second, first])
})

test('finds by external id and by id, and every word of several must be there [C-29]', async () => {
  const { add, ids } = await world()
  const id = await add('Framework with Arbour', { external_id: 'ERP-7_7%x' })
  await add('Framework with Zephyr', { external_id: 'ERP-7a7bx' })
  expect(await ids('ERP-7_7%x')).toEqual([id])
  expect(await ids('erp-7_7%')).toEqual([id])
  expect((await ids(String(id)))[0]).toBe(id)
  expect(await ids('arbour frame')).toEqual([id])
  expect(await ids('arb')).toEqual([id])
  expect(await ids('ar')).toEqual([id])
})

test('odd letters are looked for as they are', async () => {
  const { add, ids } = await world()
  const id = await add(`Müller & Söhne (50% \\ "O'Brien") [a.c] Überlassung 東京`)
  for (const term of ['müller', 'SÖHNE', '50%', '\\', `"o'brien"`, '[a.c]', 'über', '東京', '&', 'muller']) {
    expect(await ids(term), term).toEqual([id])
  }
  for (const term of ['5_%', 'abc', '.*', '(']) {
    expect(await ids(term), term).toEqual(term === '(' ? [id] : [])
  }
})

test('without a term come the latest of the caller, and take limits them [C-30]', async () => {
  const { add, caller, ids } = await world()
  const first = await add('One')
  const second = await add('Two')
  expect(await ids(' ')).toEqual([second, first])
  const limited = await caller.get(`${contracts}/quickfind?take=1`)
  expect(limited.json()).toMatchObject([{ id: second }])
  for (const query of ['take=0', 'take=1001', 'take=x', `term=${'x'.repeat(256)}`]) {
    expect((await caller.get(`${contracts}/quickfind?${query}`)).statusCode).toBe(400)
  }
})

test('shows how each stands to the one above it, its stage and its owner', async () => {
  const { add, find, caller, organisationId } = await world()
  const amendment = await createTemplate(parts.app, systemActor('test'), {
    organisationId,
    group: 'Amendments',
    name: 'Amendment',
    category: 'Commercial',
    amends: true,
  })
  const master = await add('Pact', { status: 'Executed' })
  const work = await add('Pact work', { parent_id: master })
  const amended = await add('Pact work amended', { parent_id: work, template_id: amendment })
  const shown = { ownerFullName: 'Ana Prior', status: 'Draft' }
  expect(await find('pact')).toEqual([
    { ...shown, id: master, name: 'Pact', relationship: 'Master', parentId: null, status: 'Executed' },
    { ...shown, id: amended, name: 'Pact work amended', relationship: 'Amendment', parentId: work },
    { ...shown, id: work, name: 'Pact work', relationship: 'StatementOfWork', parentId: master },
  ])
  const hasSow = async (id: number) =>
    (await caller.get(`${contracts}/${id}`)).json<{ hasSow: boolean }>().hasSow
  expect(await hasSow(master)).toBe(true)
  expect(await hasSow(work)).toBe(false)
})

test('finds what the caller may see: as a member, through a team, as administrator; nothing else [C-31]', async () => {
  const { app } = parts
  const { add, ids, organisationId, templateId, owner } = await world()
  const person = async (groups: readonly 'ContractAdministrators'[] = []) =>
    createUser(app, { organisationId, groups })
  const [inTeam, administrator, nobody] = [
    await person(),
    await person(['ContractAdministrators']),
    await person(),
  ]
  const teamId = await createTeam(app, { organisationId, members: [inTeam] })
  const own = await add('Visible one')
  const ofTeam = await add('Visible two', { team_id: teamId })
  const restricted = await add('Visible three', { team_id: teamId, restricted: true })
  const joined = await insertContract(app, {
    owner,
    templateId,
    members: [nobody],
    values: { name: 'Visible four', restricted: true },
  })
  for (const term of ['visible', 'visibel', String(restricted)]) {
    const onlyOne = term === String(restricted)
    const expected = (...all: number[]) =>
      (onlyOne ? all.filter((id) => id === restricted) : all).toSorted((a, b) => a - b)
    const seen = async (who: typeof owner) =>
      (await ids(term, await callerFor(parts, who))).toSorted((a, b) => a - b)
    expect(await seen(owner)).toEqual(expected(own, ofTeam, restricted, joined))
    expect(await seen(inTeam)).toEqual(expected(ofTeam))
    expect(await seen(administrator)).toEqual(expected(own, ofTeam))
    expect(await seen(nobody)).toEqual(expected(joined))
  }
})

test('reads indexes and sorts few rows in an organisation of 60,000 contracts [C-32]', async () => {
  const { app } = parts
  const { organisationId, owner, templateId } = await world()
  const administrator = await actorFor(
    app,
    await createUser(app, { organisationId, groups: ['ContractAdministrators'] }),
  )
  // in parts, none of which comes near the limit of a statement
  for (let first = 1; first <= 60_000; first += 5_000) {
    await sql`insert into contracts (organisation_id, name, status, template_id, owner_id, created_by, created_at, updated_at, last_activity_at)
    select ${organisationId}, (array['Lease', 'Supply', 'Licence', 'Pledge'])[1 + g % 4] || ' with ' || substr(md5(g::text), 1, 8), 'Draft',
      ${templateId}, ${owner.id}, ${owner.id}, ${app.clock.now()}, ${app.clock.now()},
      ${app.clock.now()}::timestamptz - g * interval '1 minute' from generate_series(${first}::int, ${first + 4_999}::int) g`.execute(
      app.database.kysely,
    )
  }
  await recountAll(app)
  await sql`vacuum analyze contracts`.execute(app.database.kysely)
  for (const typed of ['lease', 'laese', 'c4ca4238', 'c4ca42389', '7', 'le', 'nothing of this']) {
    const plans = await plansOf(app.database.pool, (db) =>
      quickFindContracts({ ...app, db }, administrator, { typed, take: 50 }),
    )
    expect(plans.length, typed).toBeGreaterThan(0)
    for (const { sql: text, nodes } of plans) {
      for (const node of nodes) {
        const sorted = node['Node Type'] === 'Sort' ? (node.Plans?.[0]?.['Actual Rows'] ?? 0) : 0
        const scanned = node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'contracts'
        expect(scanned || sorted > 10_000, `${node['Node Type']} of ${sorted} rows in ${text}`).toBe(false)
      }
    }
  }
})
