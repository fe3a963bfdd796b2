import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { contractWorld } from '../../../test/fixtures/contracts.ts'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { App } from '../../platform/app.ts'
import { buildApp } from '../../operations/process/app.ts'
import { listRecents } from '../list-recents.ts'
import { recordView, viewsRecorded } from './record-view.ts'

const parts = useTestApp()

async function world() {
  const { organisationId, owner, insert } = await contractWorld(parts)
  const add = (name: string) => insert({ name })
  return { add, organisationId, owner }
}

test('what several processes showed comes in the order of viewing, whichever writes first', async () => {
  const { app } = parts
  const { add, organisationId, owner } = await world()
  const second = await buildApp(app.config, app.database.pool.options, { clock: app.clock, log: app.log })
  const actor = await actorFor(app, owner)
  const [a, b, c] = [await add('A'), await add('B'), await add('C')]
  const views: readonly (readonly [App, number])[] = [
    [app, a],
    [app, c],
    [second, b],
    [second, a],
    [app, b],
  ]
  for (const [process, id] of views) {
    recordView(process, actor, { kind: 'Contract', organisationId, id })
    // longer than what tells views of two processes apart
    await setTimeout(5)
  }
  await viewsRecorded(second)
  await viewsRecorded(app)
  expect((await listRecents(app, actor, 5)).map(({ id }) => id)).toEqual([b, a, c])
  await second.close()
})

test('the view of a person who has been removed since does not take the others with it', async () => {
  const { app } = parts
  const { add, organisationId, owner } = await world()
  const id = await add('A')
  const removed = { ...(await actorFor(app, owner)), userId: randomUUID() }
  for (const actor of [removed, await actorFor(app, owner)])
    recordView(app, actor, { kind: 'Contract', organisationId, id })
  await viewsRecorded(app)
  expect(await listRecents(app, await actorFor(app, owner), 5)).toHaveLength(1)
})
