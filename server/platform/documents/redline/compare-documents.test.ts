// What comparing documents may take, and what happens to documents that take more.
import { expect, test } from 'vitest'
import { docx } from '../../../../test/documents/docx.ts'
import { longestTurnAllowed, watchLoopAgain } from '../../../../test/servers/loop-delay.ts'
import { compareDocuments, compareLimits } from './compare-documents.ts'

const [one, other] = [docx(['The fee is due within 30 days.']), docx(['The fee is due within 45 days.'])]

test('a comparison beyond its limits of time and memory is refused, and the server goes on meanwhile', async () => {
  const { longestTurn } = await watchLoopAgain(async () => {
    await expect(
      compareDocuments(one, other, { ...compareLimits, seconds: 1, megabytes: 64 }),
    ).rejects.toMatchObject({
      status: 400,
    })
  })
  expect(longestTurn).toBeLessThan(longestTurnAllowed)
})

test('a file that is no Word document is refused', async () => {
  await expect(compareDocuments(one, Buffer.from('no document'))).rejects.toMatchObject({
    status: 400,
    message: 'The document is damaged, or is not a Word document.',
  })
})
