// Who may see a record, and why: what the call says is what each of the people finds.
import { describe, expect, test } from 'vitest'
import { createOrganisation, createTeam, createUser, type TestUser } from '../../../test/factories.ts'
import { kindsOf } from '../../../test/records/both-kinds.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

interface Shown {
  readonly restricted: boolean
  readonly items: readonly { readonly user: { readonly id: string }; readonly reasons: readonly string[] }[]
  readonly keptOut: readonly { readonly user: { readonly id: string }; readonly reasons: readonly string[] }[]
  readonly complete: boolean
}

/** People of every sort, and a team. */
async function scene() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const { id: firmId } = await createOrganisation(app, { type: 'ServiceProvider' })
  const person = (values: object = {}) => createUser(app, { organisationId, permissions: [], ...values })
  const people = {
    owner: await person(),
    member: await person({ role: 'Standard' }),
    leader: await person({ groups: ['MatterAdministrators', 'ContractAdministrators'] }),
    administrator: await person({ role: 'Administrator' }),
    inTeam: await person(),
    // who does not work in legal sees nothing through a team
    business: await person({ role: 'Standard' }),
    intake: await person({ permissions: ['ManageIntake'] }),
    stranger: await person(),
    gone: await person({ status: 'Disabled', groups: ['MatterAdministrators', 'ContractAdministrators'] }),
    lawyer: await createUser(app, { organisationId: firmId, role: 'MatterManager' }),
  }
  const teamId = await createTeam(app, { organisationId, members: [people.inTeam, people.business] })
  return { people, teamId }
}

describe.each(kindsOf(parts))('a record of $kind', ({ kind, make }) => {
  test.each([false, true])(
    'says who may see it, and nobody else does; restricted: %s [P-120]',
    async (restricted) => {
      const { people, teamId } = await scene()
      const intake = kind === 'matters' ? { in_intake: true } : {}
      const values = { team_id: teamId, restricted, ...intake }
      const id = await make(people.owner, [people.member, people.lawyer], values)
      const address = `/v2/${kind}/${id}`
      const answer = await (await callerFor(parts, people.owner)).get(`${address}/viewers`)
      expect(answer.statusCode, answer.body).toBe(200)
      const shown = answer.json<Shown>()
      expect([shown.restricted, shown.complete]).toEqual([restricted, true])
      const reasonsOf = (list: Shown['items']) =>
        Object.fromEntries(
          Object.entries(people).flatMap(([name, { id: userId }]) => {
            const found = list.find(({ user }) => user.id === userId)
            return found ? [[name, found.reasons]] : []
          }),
        )
      const shared = {
        leader: ['Administrator'],
        inTeam: ['Team'],
        ...(kind === 'matters' ? { intake: ['Intake'] } : {}),
      }
      const onIt = { member: ['Member'], lawyer: ['LawFirm'] }
      expect(reasonsOf(shown.items)).toEqual({
        owner: ['Owner'],
        ...onIt,
        ...(restricted ? {} : shared),
      })
      expect(reasonsOf(shown.keptOut)).toEqual(restricted ? shared : {})
      // the same as each of them finds
      for (const [name, person] of Object.entries(people)) {
        if (name === 'gone') continue
        const { statusCode } = await (await callerFor(parts, person)).get(address)
        expect([name, statusCode === 200]).toEqual([
          name,
          shown.items.some(({ user }) => user.id === person.id),
        ])
      }
    },
  )

  test('tells those who may change its people, and administrators who see it [P-120]', async () => {
    const { people, teamId } = await scene()
    const id = await make(people.owner, [people.member, people.administrator], { team_id: teamId })
    const statusFor = async (person: TestUser) =>
      (await (await callerFor(parts, person)).get(`/v2/${kind}/${id}/viewers`)).statusCode
    expect(await statusFor(people.owner)).toBe(200)
    expect(await statusFor(people.administrator)).toBe(200)
    expect(await statusFor(people.leader)).toBe(200)
    expect(await statusFor(people.member)).toBe(403)
    expect(await statusFor(people.stranger)).toBe(404)
  })
})

test('administrators see how many records a person may see, as many as the lists of the person have [P-121]', async () => {
  const { people, teamId } = await scene()
  const [matters, contracts] = kindsOf(parts)
  await matters.make(people.owner, [people.member], {})
  await matters.make(people.owner, [], { team_id: teamId })
  await matters.make(people.owner, [], {})
  await contracts.make(people.owner, [people.member], {})
  const administrator = await callerFor(parts, people.administrator)
  const numbersOf = async (person: TestUser) => {
    const answer = await administrator.get(`/v2/users/${person.id}/visibleRecords`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer
      .json<{ items: { type: string; visible: number; total: number }[] }>()
      .items.map(({ type, visible, total }) => [type, visible, total])
  }
  for (const [person, ofMatters, ofContracts] of [
    [people.leader, 3, 1],
    [people.inTeam, 1, 0],
    [people.member, 1, 1],
    [people.stranger, 0, 0],
  ] as const) {
    expect(await numbersOf(person)).toEqual([
      ['Matter', ofMatters, 3],
      ['Contract', ofContracts, 1],
    ])
    const list = await (await callerFor(parts, person)).get('/v2/matters?$count=true')
    expect(list.json()).toMatchObject({ count: ofMatters })
  }
  expect(await numbersOf(people.gone)).toEqual([
    ['Matter', 0, 3],
    ['Contract', 0, 1],
  ])
  const colleague = await callerFor(parts, people.stranger)
  expect((await colleague.get(`/v2/users/${people.owner.id}/visibleRecords`)).statusCode).toBe(403)
  expect((await administrator.get(`/v2/users/${people.lawyer.id}/visibleRecords`)).statusCode).toBe(404)
})
