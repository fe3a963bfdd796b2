// Long Word documents: reading, editing and comparing them happens elsewhere, and the server goes on meanwhile.
import { expect, test } from 'vitest'
import { edited, pagesOf } from '../../../test/documents/edited-docx.ts'
import { createFileWorld, upload } from '../../../test/fixtures/files.ts'
import { longestTurnAllowed, watchLoopAgain } from '../../../test/servers/loop-delay.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { compareDocuments } from '../../platform/documents/redline/compare-documents.ts'

const parts = useTestApp()
const pages = 100

test('the text of 100 pages is read, edited and its changes accepted without holding up others [F-175]', async () => {
  const { asOwner, contractId } = await createFileWorld(parts.app, parts.server)
  const add = async (name: string) =>
    Number((await upload(asOwner, contractId, { name, content: pagesOf(pages) })).body)
  const id = await add('Long.docx')
  const read = await watchLoopAgain(() => asOwner.get(`/v2/files/${id}/versions/1/paragraphs`))
  const paragraphs = read.result.json().paragraphs as readonly { id: number; pieces: { text: string }[] }[]
  expect(paragraphs).toHaveLength(pages * 7)
  expect(read.longestTurn).toBeLessThan(longestTurnAllowed)
  const edits = paragraphs
    .filter((_, at) => at % 10 === 0)
    .map(({ id: paragraph, pieces }) => ({ paragraph, text: `${pieces[0]?.text} As amended` }))
  let version = 0
  const saved = await watchLoopAgain(async () => {
    version++
    const answer = await asOwner.post(`/v2/files/${id}/versions/${version}/edits`, {
      edits: edits.map((edit) => ({ ...edit, text: `${edit.text} ${version}.` })),
    })
    expect(answer.statusCode, answer.body.slice(0, 500)).toBe(201)
  })
  expect(saved.longestTurn).toBeLessThan(longestTurnAllowed)
  version++
  const markup = await watchLoopAgain(() => asOwner.get(`/v2/files/${id}/versions/${version}/markup`))
  expect(markup.result.json().total).toBeGreaterThanOrEqual(edits.length)
  expect(markup.longestTurn).toBeLessThan(longestTurnAllowed)
})

test('ten pages are compared without holding up others [F-175]', async () => {
  const before = pagesOf(10)
  const after = edited(before) ?? before
  const { result, longestTurn } = await watchLoopAgain(() => compareDocuments(before, after))
  expect(result.length).toBeGreaterThan(0)
  expect(longestTurn).toBeLessThan(longestTurnAllowed)
})
