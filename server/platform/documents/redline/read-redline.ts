// Reads a redline in a document worker: what changed, the text to show it in, and whether the redline is exact.
import { documentTask } from '../../workers/document-task.ts'
import { type PackedList, packList } from '../../workers/packed-list.ts'
import { type Block, type Change, listChanges } from './changes.ts'
import { changesAt, untrackedRanges, withUntracked } from './untracked.ts'
import { isAfter, isBefore, plainText } from './story.ts'
import { mostParagraphs } from '../text/xml-parts.ts'
import { readStory } from './story-reader.ts'

interface Compared {
  readonly before: Uint8Array
  readonly after: Uint8Array
  readonly redline: Uint8Array
}

/** Throws bad_request for documents that are not compared. */
export async function checkComparable({ before, after }: Omit<Compared, 'redline'>): Promise<void> {
  for (const bytes of [before, after]) await readStory(bytes)
}

/**
 * The changes and the text of the redline. It is exact if rejecting every change gives the text before, and accepting
 * every change the text after.
 */
export async function readRedline({ before, after, redline }: Compared): Promise<{
  readonly changes: PackedList<Change>
  readonly blocks: PackedList<Block>
  readonly exact: boolean
}> {
  // it has the paragraphs of both
  const story = await readStory(redline, { paragraphs: 2 * mostParagraphs })
  const { changes, blocks } = listChanges(story)
  const exact =
    plainText(story, isBefore) === plainText(await readStory(before), isAfter) &&
    plainText(story, isAfter) === plainText(await readStory(after), isAfter)
  // where the texts are not those of the documents, their places are not either
  const untracked = exact ? changesAt(blocks, await findUntracked({ before, after })) : new Set<number>()
  return { changes: packList(withUntracked(changes, untracked)), blocks: packList(blocks), exact }
}

const findUntracked = async ({ before, after }: Omit<Compared, 'redline'>) =>
  untrackedRanges(await readStory(before, { passing: true }), await readStory(after, { passing: true }))

/** How many changes of the text were not tracked. Throws bad_request for documents that are not compared. */
export const countUntracked = async (compared: Omit<Compared, 'redline'>): Promise<number> =>
  (await findUntracked(compared)).length

const module = new URL('./read-redline.ts', import.meta.url)
const limits = { seconds: 60, megabytes: 768 }

/** `checkComparable`, in a worker. */
export const comparableChecked = documentTask<typeof checkComparable>(module, {
  name: 'checkComparable',
  called: 'The document',
  limits,
})
/** `readRedline`, in a worker. */
export const redlineRead = documentTask<typeof readRedline>(module, {
  name: 'readRedline',
  called: 'The redline',
  limits,
})
/** `countUntracked`, in a worker. */
export const untrackedCounted = documentTask<typeof countUntracked>(module, {
  name: 'countUntracked',
  called: 'The document',
  limits,
})
