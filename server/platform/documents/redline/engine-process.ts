// The process that compares two Word documents: it gets both through its standard input, answers through file
// descriptor 3, and ends. It runs without the environment of the server, and may read nothing but its own code.
import { writeSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { docxDiffCompareProducts, initialize } from 'docxodus/core'
import { comparingAuthor, comparingDate, framed, framesIn } from './engine-frames.ts'

const output = 3

function answer(kind: string, content: Uint8Array): void {
  const all = framed([Buffer.from(kind), content])
  for (let at = 0; at < all.length; ) at += writeSync(output, all, at)
}

const [before, after] = framesIn(await buffer(process.stdin))
if (!before || !after) throw new Error('It needs two documents')
try {
  await initialize()
  const settings = {
    authorForRevisions: comparingAuthor,
    dateTimeForRevisions: comparingDate,
    // what somebody has proposed in a document counts as its text
    preAcceptInputRevisions: true,
  }
  const { redline } = await docxDiffCompareProducts(before, after, settings, ['redline'])
  answer('done', redline ?? new Uint8Array())
} catch (error) {
  answer('refused', Buffer.from(error instanceof Error ? error.message : String(error)))
}
process.exit(0)
