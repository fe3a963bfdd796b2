// v2 of restoring and purging many entries of the bin at once, through the server.
import { expect, test } from 'vitest'
import { detailOf, eventsOf, kindsOf, sceneOf, uploadTo } from '../../../test/records/both-kinds.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
const [matters, contracts] = kindsOf(parts)

interface Outcome {
  readonly done: readonly { readonly type: string; readonly id: number }[]
  readonly skipped: readonly { readonly type: string; readonly id: number; readonly because: string }[]
}

/** A matter, a contract and a file of another matter in the bin. */
async function binned() {
  const scene = await sceneOf(parts)
  const { owner, administrator, caller } = scene
  const matter = await matters.make(owner, [])
  const contract = await contracts.make(owner, [])
  const other = await matters.make(owner, [administrator])
  const file = await uploadTo(caller, `${matters.v1}/${other}/files`, 'annex.pdf')
  for (const path of [`/v2/matters/${matter}`, `/v2/contracts/${contract}`, `/v2/files/${file}`]) {
    expect((await caller.delete(path)).statusCode).toBe(204)
  }
  const entries = [
    { type: 'Matter', id: matter },
    { type: 'Contract', id: contract },
    { type: 'File', id: file },
  ]
  return { ...scene, matter, contract, other, file, entries }
}

test('many are restored at once, and what cannot be is said [R-49]', async () => {
  const { ofAdministrator, ofColleague, entries, matter } = await binned()
  const refused = await ofColleague.post('/v2/bin/restore', { entries })
  expect(refused.json<Outcome>().done).toEqual([])
  expect(refused.json<Outcome>().skipped.map(({ type, id }) => ({ type, id }))).toEqual(entries)
  const unknown = { type: 'Matter', id: matter + 1_000_000 }
  const answer = await ofAdministrator.post('/v2/bin/restore', { entries: [...entries, entries[0], unknown] })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json()).toEqual({
    done: entries,
    skipped: [{ ...unknown, because: expect.any(String) }],
  })
  expect((await ofAdministrator.get(`/v2/bin/matters`)).json()).toMatchObject({ items: [] })
})

test('many are purged at once with a reason that is kept, but for what is under a hold [R-49]', async () => {
  const scene = await binned()
  const { ofAdministrator, ofColleague, caller, organisationId, entries, matter, contract, other, file } =
    scene
  for (const body of [
    { entries },
    { entries, reason: ' ' },
    { entries: [], reason: 'x' },
    { entries: [{ type: 'Folder', id: 1 }], reason: 'x' },
    { entries: Array.from({ length: 101 }, (_, id) => ({ type: 'Matter', id: id + 1 })), reason: 'x' },
  ]) {
    expect((await ofAdministrator.post('/v2/bin/purge', body)).statusCode).toBe(400)
  }
  for (const who of [caller, ofColleague]) {
    expect((await who.post('/v2/bin/purge', { entries, reason: 'x' })).statusCode).toBe(403)
  }
  expect((await ofAdministrator.put(`/v2/matters/${other}/hold`, { reason: 'Case 14' })).statusCode).toBe(204)
  const answer = await ofAdministrator.post('/v2/bin/purge', { entries, reason: ' End of retention ' })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json()).toEqual({
    done: entries.slice(0, 2),
    skipped: [{ type: 'File', id: file, because: expect.stringContaining('Case 14') }],
  })
  for (const [one, id] of [
    ['matter', matter],
    ['contract', contract],
  ] as const) {
    const events = await eventsOf(parts, organisationId, id, one)
    expect(events.at(-1)).toMatchObject({ name: `${one}.purged`, facts: { reason: 'End of retention' } })
  }
  expect(detailOf(await ofAdministrator.delete(`/v2/bin/${file}`))).toEqual([
    409,
    expect.stringContaining('Case 14'),
  ])
  await ofAdministrator.delete(`/v2/matters/${other}/hold`)
  const rest = await ofAdministrator.post('/v2/bin/purge', { entries: entries.slice(2), reason: 'Left over' })
  expect(rest.json()).toEqual({ done: entries.slice(2), skipped: [] })
  const history = await ofAdministrator.get(
    `/v2/history?$filter=${encodeURIComponent("Action eq 'matter.file.purged'")}`,
  )
  expect(history.body).toContain('Left over')
})
