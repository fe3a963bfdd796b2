// The process that works on Word documents: it compares two, or accepts the tracked changes of one. It gets them
// through its standard input, answers through file descriptor 3, and ends. It runs without the environment of the
// server, and may read nothing but its own code.
import { writeSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { docxDiffAcceptRevisions, docxDiffCompareProducts, initialize } from 'docxodus/core'
import { comparingAuthor, comparingDate, framed, framesIn } from './engine-frames.ts'

const output = 3

function answer(kind: string, content: Uint8Array): void {
  const all = framed([Buffer.from(kind), content])
  for (let at = 0; at < all.length; ) at += writeSync(output, all, at)
}

async function redlineOf(before: Uint8Array, after: Uint8Array): Promise<Uint8Array> {
  const settings = {
    authorForRevisions: comparingAuthor,
    dateTimeForRevisions: comparingDate,
    // what somebody has proposed in a document counts as its text
    preAcceptInputRevisions: true,
  }
  const { redline } = await docxDiffCompareProducts(before, after, settings, ['redline'])
  return redline ?? new Uint8Array()
}

const [first, second] = framesIn(await buffer(process.stdin))
if (!first) throw new Error('It needs a document')
try {
  await initialize()
  answer('done', second ? await redlineOf(first, second) : await docxDiffAcceptRevisions(first))
} catch (error) {
  answer('refused', Buffer.from(error instanceof Error ? error.message : String(error)))
}
process.exit(0)
