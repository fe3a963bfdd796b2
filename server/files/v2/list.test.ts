// $filter and $orderby of files, compared with a plain evaluation of what each file's own resource shows.
import { expect, test } from 'vitest'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { addFolder, createFileWorld, patchFile, upload } from '../../../test/fixtures/files.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { detailedOfV2, expectOrders, expectPlainEvaluation } from '../../../test/lists/odata-lists.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { fileProperties } from '../../http/v2/files.wire.ts'
import type { Filter } from '../../platform/lists/list-query.ts'
import { fileListing, listVisibleFiles } from '../lists/list-all.ts'

const parts = useTestApp()

test('every property and operator of files filters and sorts like a plain evaluation [V-1]', async () => {
  const { app, server } = parts
  const { asOwner, owner, contractId, organisationId } = await createFileWorld(app, server)
  const matterId = await insertMatter(app, { owner })
  const folderId = await addFolder(asOwner, `contract/${contractId}`, 'Ünï_100%')
  const names = [
    "it's.txt",
    '100%.pdf',
    'under_score',
    'back-slash.TXT',
    '日本語.txt',
    '🙂.png',
    'UNDER_SCORE 2',
  ]
  for (const [index, name] of [...names, ...names].entries()) {
    const query = index < names.length ? '' : `?folderId=${folderId}`
    const made = await upload(asOwner, contractId, { name, content: 'x'.repeat(index * 7), query })
    expect(made.statusCode, made.body).toBe(201)
    if (index % 4 === 0) await patchFile(asOwner, made.json<number>(), { isPrivate: true })
  }
  await addFolder(asOwner, `matter/${matterId}`, 'In a matter')
  await internalTransaction(app, (tx) =>
    tx
      .updateTable('files')
      .set({ created_at: new Date('2024-02-29T23:59:59.999Z'), size: 9_007_199_254_740_991 })
      .where('organisation_id', '=', organisationId)
      .where('name', 'in', ['100%.pdf', '日本語.txt'])
      .execute(),
  )
  const actor = await actorFor(app, owner)
  const list = {
    resource: { ...fileListing(app), properties: fileProperties },
    shown: await detailedOfV2(asOwner, '/v2/files'),
    find: (filter: Filter) => {
      const query = { filter, sort: [], skip: 0, take: 200 }
      return listVisibleFiles(app, actor, { query, columns: ['id'] })
    },
    caller: asOwner,
    path: '/v2/files',
  }
  expect(list.shown).toHaveLength(names.length * 2 + 2)
  await expectPlainEvaluation(list)
  await expectOrders(list)
})
