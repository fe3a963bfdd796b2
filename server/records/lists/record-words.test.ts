import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contractWorld } from '../../../test/fixtures/contracts.ts'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { recountAll } from '../../../test/lists/counts.ts'
import { createUser } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { quickFindContracts } from '../../contracts/contract-lookups.ts'
import { recordKinds } from '../../operations/process/record-kinds.ts'
import { collectWords } from './record-words.ts'

const parts = useTestApp()

/**
 * An organisation with more records than quick find goes through one by one, and an old one that is named like no
 * other.
 */
async function world() {
  const { app, clock } = parts
  const { organisationId, owner, templateId, insert } = await contractWorld(parts)
  const administrator = await createUser(app, { organisationId, groups: ['ContractAdministrators'] })
  const add = (name: string, restricted = false) => insert({ name, restricted })
  const found = await add('Charter of the vessel Zephyrine')
  await add('Charter of the vessel Zephyrina', true)
  clock.advance({ minutes: 5 })
  const at = clock.now()
  await sql`insert into contracts (organisation_id, name, status, template_id, owner_id, created_by, created_at, updated_at, last_activity_at)
    select ${organisationId}, 'Lease ' || g, 'Draft', ${templateId}, ${owner.id}, ${owner.id}, ${at}, ${at},
      ${at}::timestamptz + g * interval '1 second' from generate_series(1, 1100) g`.execute(
    app.database.kysely,
  )
  await recountAll(app)
  const actor = await actorFor(app, administrator)
  const find = async (typed: string) =>
    (await quickFindContracts(app, actor, { typed, take: 50 })).map(({ id }) => id)
  return { organisationId, found, find, owner, add, actor }
}

test('a mistyped word is found in old records once their words are collected; what is hidden stays hidden [C-28, C-31]', async () => {
  const { found, find } = await world()
  expect(await find('zephyrine')).toEqual([found])
  await collectWords(parts.app, recordKinds)
  for (const typed of ['zepyhrine', 'Zephirin', 'charter zephyrinne', 'vesel zephyrni']) {
    expect(await find(typed), typed).toEqual([found])
  }
  expect(await find('zebra')).toEqual([])
})

test('what has been collected is not read again, and what changes is', async () => {
  const { app, clock } = parts
  const { organisationId, add } = await world()
  const wordsOf = async () =>
    (
      await sql<{ word: string }>`select word from record_words
        where organisation_id = ${organisationId} and kind = 'contract' order by word`.execute(
        app.database.kysely,
      )
    ).rows.map(({ word }) => word)
  clock.advance({ minutes: 60 })
  expect(await collectWords(app, recordKinds)).toBeGreaterThan(1_100)
  expect(await wordsOf()).toEqual(['charter', 'lease', 'the', 'vessel', 'zephyrina', 'zephyrine'])
  expect(await collectWords(app, recordKinds)).toBe(0)
  await add('Pledge of shares')
  await collectWords(app, recordKinds)
  expect(await wordsOf()).toContain('pledge')
  // it may not be all that happened in this minute
  expect(await collectWords(app, recordKinds)).toBe(0)
  clock.advance({ minutes: 5 })
  expect(await collectWords(app, recordKinds)).toBe(1)
  expect(await collectWords(app, recordKinds)).toBe(0)
})
