// What of a Word document goes to the other side besides its text.
import { expect, test } from 'vitest'
import { hiddenDocx } from '../../../test/documents/hidden-docx.ts'
import { markedDocx } from '../../../test/documents/marked-docx.ts'
import { sharingWorld } from '../../../test/fixtures/sharing-world.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { readHidden } from '../../platform/documents/markup/hidden-content.ts'

const parts = useTestApp()

test('comments and tracked changes go to the other side only as the sender says [C-512]', async () => {
  const { counsel, contractWith, newShare, shareOf, open, read } = await sharingWorld(parts)
  const path = await contractWith(markedDocx, 'Agreement.docx', 'Draft')
  const refused = await counsel.post(`${path}/documentShares`, newShare(['ana']))
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    expect.stringMatching(/\d+ tracked changes, 3 comments and 2 names of authors/),
  ])
  const sentAs = async (name: string, version: number, contents: string) => {
    await shareOf(path, [name], { document: { version }, contents })
    return readHidden((await read(await open(name))).rawPayload)
  }
  const all = await readHidden(markedDocx)
  expect(await sentAs('ana', 1, 'AsIs')).toEqual(all)
  expect(await sentAs('ben', 1, 'WithoutComments')).toMatchObject({ comments: 0, changes: all.changes })
  expect(await sentAs('cem', 2, 'Clean')).toMatchObject({ comments: 0, changes: 0, authors: [] })
  const { document } = (await counsel.get(path)).json<{ document: { id: number } }>()
  const { items } = (await counsel.get(`/v2/files/${document.id}/versions`)).json<{
    items: { version: number; comments: string }[]
  }>()
  expect(items.find(({ version }) => version === 2)?.comments).toContain('without comments')
  expect(items).toHaveLength(3)
})

test('hidden text and custom properties go to the other side only as the sender says [C-512]', async () => {
  const { counsel, contractWith, newShare, shareOf, open, read } = await sharingWorld(parts)
  const path = await contractWith(hiddenDocx, 'Agreement.docx', 'Draft')
  const refused = await counsel.post(`${path}/documentShares`, newShare(['ana']))
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    expect.stringContaining('contains 3 passages of hidden text and 2 custom properties'),
  ])
  for (const [name, contents, hiddenTexts, customProperties] of [
    ['ana', 'AsIs', 3, 2],
    ['ben', 'WithoutComments', 0, 0],
  ] as const) {
    await shareOf(path, [name], { document: { version: 1 }, contents })
    const sent = (await read(await open(name))).rawPayload
    expect(await readHidden(sent)).toMatchObject({ hiddenTexts, customProperties })
  }
})
