import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createOrganisation } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { change, systemActor } from '../events/change.ts'
import { makeEventPartitions } from './event-partitions.ts'

const parts = useTestApp()

test('tables for the coming months are created, once; a month that has started elsewhere stays there', async () => {
  const { app, clock } = parts
  const { id: organisationId } = await createOrganisation(app)
  const write = () =>
    change(app, systemActor('test'), async () => ({
      result: undefined,
      events: [
        { name: 'organisation.updated', organisationId, resource: { kind: 'test', id: 1 }, subject: null },
      ],
    }))
  await write()
  expect(await makeEventPartitions(app)).toEqual(['events_2026_04', 'events_2026_05', 'events_2026_06'])
  expect(await makeEventPartitions(app)).toEqual([])
  clock.advance({ days: 35 })
  await write()
  const { rows } = await sql`
    select tableoid::regclass::text as place from events where organisation_id = ${organisationId} order by id`.execute(
    app.database.kysely,
  )
  expect(rows).toEqual([{ place: 'events_other' }, { place: 'events_2026_04' }])
  expect(await makeEventPartitions(app)).toEqual(['events_2026_07'])
})
