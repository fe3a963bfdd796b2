// Finding records by a few letters; how many rows that reads: server/contracts/quick-find-plans.test.ts.
import { describe, expect, test } from 'vitest'
import { createTeam, createUser } from '../../test/factories.ts'
import type { Caller } from '../../test/http.ts'
import { kindsOf, type TestKind, worldOf } from '../../test/records/both-kinds.ts'
import { useTestApp } from '../../test/test-app.ts'
import { callerFor } from '../../test/tokens.ts'
import { createContractTemplate } from '../contracts/commands/create-contract-template.ts'
import { systemActor } from '../platform/events/change.ts'

const parts = useTestApp()
const kinds = kindsOf(parts)

interface Found {
  readonly id: number
  readonly matterNumber: string
}

async function world(of: TestKind) {
  const here = await worldOf(parts, of)
  const find = async (term: string, who = here.caller, more = '') => {
    const answer = await who.get(`${of.v1}/quickfind?term=${encodeURIComponent(term)}${more}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<Found[]>()
  }
  return {
    ...here,
    find,
    ids: async (...how: Parameters<typeof find>) => (await find(...how)).map(({ id }) => id),
    add: (name: string, values: object = {}, ...members: (typeof here.owner)[]) => {
      parts.clock.advance({ minutes: 1 })
      return here.insert({ name, ...values }, members)
    },
    as: async (more: Partial<Parameters<typeof createUser>[1]> = {}) =>
      createUser(parts.app, { organisationId: here.organisationId, ...more }),
  }
}

describe.each(kinds)('$kind by a few letters', (of) => {
  const { one } = of

  test('are ranked: exactly this, its beginning, words, beginnings and parts of words, typing mistakes [C-28, M-22]', async () => {
    const { add, ids } = await world(of)
    const similar = await add('Supply by Zepher Ltd')
    const part = await add('Supply by Thezephyrs Ltd')
    const beginning = await add('Supply by Zephyrous Ltd')
    const word = await add('Supply by (Zephyr) Ltd')
    const prefix = await add('Zephyr supply')
    const exact = await add('ZEPHYR')
    await add('Lease of a warehouse')
    expect(await ids('zephyr')).toEqual([exact, prefix, word, beginning, part, similar])
  })

  test('are sorted by when something last happened where they are alike', async () => {
    const { add, ids } = await world(of)
    const [first, second, third] = [await add('Lease A'), await add('Lease B'), await add('Lease C')]
    expect(await ids('lease')).toEqual([third, second, first])
  })

  test('are found by external id and by id, and every word of several must be there [C-29, M-22]', async () => {
    const { add, ids } = await world(of)
    const id = await add('Framework with Quillwort', { external_id: 'ERP-7_7%x' })
    const other = await add('Framework with Zephyr', { external_id: 'ERP-7a7bx' })
    expect(await ids('ERP-7_7%x')).toEqual([id])
    expect(await ids('erp-7_7%')).toEqual([id])
    for (const each of [id, other]) expect((await ids(String(each)))[0]).toBe(each)
    expect(await ids('quillwort frame')).toEqual([id])
    expect(await ids('quillwort zephyr')).toEqual([])
    expect(await ids('qui')).toEqual([id])
    expect(await ids('qu')).toContain(id)
  })

  test('are looked for with odd letters as they are', async () => {
    const { add, ids } = await world(of)
    const id = await add(`Müller & Söhne (50% \\ "O'Brien") [a.c] Überlassung 東京`)
    for (const term of [
      'müller',
      'SÖHNE',
      '50%',
      '\\',
      `"o'brien"`,
      '[a.c]',
      'über',
      '東京',
      '&',
      'muller',
      '(',
    ])
      expect(await ids(term), term).toEqual([id])
    for (const term of ['5_%', 'abc', '.*']) expect(await ids(term), term).toEqual([])
  })

  test('are the latest of the caller without a term, and as many as asked for [C-30, M-22]', async () => {
    const { add, caller, ids } = await world(of)
    const [first, second] = [await add('Settlement one'), await add('Settlement two')]
    expect(await ids(' ')).toEqual([second, first])
    for (const term of ['', 'settlement']) expect(await ids(term, caller, '&take=1')).toEqual([second])
    const wrong = ['take=0', 'take=1001', 'take=x', `term=${'x'.repeat(256)}`]
    for (const query of one === 'matter' ? [...wrong, 'includeRestricted=maybe'] : wrong)
      expect((await caller.get(`${of.v1}/quickfind?${query}`)).statusCode, query).toBe(400)
  })

  test('are those that the caller may see: as a member, through a team, as administrator; nothing else [C-31, M-23]', async () => {
    const { add, ids, as, organisationId, owner } = await world(of)
    const [inTeam, administrator, nobody] = [await as(), await as({ groups: [of.group] }), await as()]
    const team_id = await createTeam(parts.app, { organisationId, members: [inTeam] })
    const own = await add('Visible one')
    const ofTeam = await add('Visible two', { team_id })
    const restricted = await add('Visible three', { team_id, restricted: true })
    const joined = await add('Visible four', { restricted: true }, nobody)
    const more = one === 'matter' ? '&includeRestricted=true' : ''
    for (const [person, ...seen] of [
      [owner, own, ofTeam, restricted, joined],
      [inTeam, ofTeam],
      [administrator, own, ofTeam],
      [nobody, joined],
    ] as const) {
      const caller: Caller = await callerFor(parts, person)
      for (const term of ['visible', 'visibel'])
        expect((await ids(term, caller, more)).toSorted((a, b) => a - b)).toEqual(seen)
      const byId = await ids(String(restricted), caller, more)
      expect(byId.includes(restricted)).toBe(person === owner)
    }
  })
})

test('contracts show how each stands to the one above it, its stage and its owner', async () => {
  const { add, find, caller, organisationId } = await world(kinds[1])
  const amendment = await createContractTemplate(parts.app, systemActor('test'), {
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
    (await caller.get(`${kinds[1].v1}/${id}`)).json<{ hasSow: boolean }>().hasSow
  expect([await hasSow(master), await hasSow(work)]).toEqual([true, false])
})

describe('matters', () => {
  const references = {
    reference: 'CLM/14',
    manager_reference: 'ASH-4471',
    purchase_order_number: 'PO-88012',
  }

  test('show what they are known by', async () => {
    const { add, find, organisationId } = await world(kinds[0])
    const above = await add('Above')
    const id = await add('Cargo claim', { ...references, parent_id: above })
    expect(await find('cargo')).toEqual([
      {
        id,
        matterNumber: `LW${String(organisationId).padStart(4, '0')}-0002`,
        name: 'Cargo claim',
        organisationName: 'Harbour',
        reference: 'CLM/14',
        managerReference: 'ASH-4471',
        purchaseOrderNumber: 'PO-88012',
        parentId: above,
        organisationId,
      },
    ])
  })

  test('are found by number, references and organisation as well [M-22]', async () => {
    const { add, find, ids } = await world(kinds[0])
    const id = await add('Lease of the warehouse', references)
    const other = await add('Dismissal')
    const number = (await find('warehouse'))[0]?.matterNumber ?? ''
    const numbers = [number, number.toLowerCase(), number.slice(2), number.replace('-0', '-')]
    for (const term of ['ware', 'warehuose', 'clm/14', 'ash-4471', '88012', ...numbers])
      expect(await ids(term), term).toEqual([id])
    expect(await ids('2')).toContain(other)
    expect(await ids('harbour')).toEqual([other, id])
  })

  test('in intake are found by those who manage it, restricted ones by nobody else [M-23]', async () => {
    const { add, ids, as } = await world(kinds[0])
    const waiting = await add('Zephyr four', { in_intake: true, reference: 'four' })
    await add('Zephyr five', { restricted: true, in_intake: true })
    const intake = await as({ role: 'Standard', permissions: ['ManageIntake'] })
    for (const term of ['zephyr', 'four'])
      expect(await ids(term, await callerFor(parts, intake))).toEqual([waiting])
  })

  test('that are restricted are left out unless they are asked for [M-23]', async () => {
    const { add, ids, caller } = await world(kinds[0])
    const open = await add('Settlement with Arbour')
    const restricted = await add('Settlement with Zephyr', { restricted: true })
    expect(await ids('settlement')).toEqual([open])
    expect(await ids('settlement', caller, '&includeRestricted=true')).toEqual([restricted, open])
    expect(await ids('')).toEqual([open])
  })
})
