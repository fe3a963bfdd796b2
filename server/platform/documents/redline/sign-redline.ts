// Puts the name of a person, and the time, on the changes of a stored redline, in a document worker.
import { documentTask } from '../../workers/document-task.ts'
import { zip } from '../writing/zip.ts'
import { readZip } from '../zip-archive.ts'
import { comparingAuthor, comparingDate } from './engine-frames.ts'

interface Signing {
  readonly redline: Uint8Array
  readonly author: string
  /** As ISO 8601. */
  readonly date: string
}

const limits = { entries: 5_000, bytes: 192 * 1024 * 1024 }

/** The redline with its changes made by this author at this time; nothing else in it is different. */
export function signRedline({ redline, author, date }: Signing): Uint8Array {
  const archive = Buffer.from(redline.buffer, redline.byteOffset, redline.byteLength)
  const named = `:author="${escaped(author)}"`
  const dated = `:date="${escaped(date)}"`
  return zip(
    readZip(archive, limits).map(({ name, content }) => ({
      name,
      content: /^word\/.*\.xml$/i.test(name)
        ? content
            .toString('utf8')
            .replaceAll(`:author="${comparingAuthor}"`, () => named)
            .replaceAll(`:date="${comparingDate}"`, () => dated)
        : content,
    })),
  )
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])
// without what XML cannot have
const escaped = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[&<>"]/g, (character) => entities.get(character) ?? character)

/** `signRedline`, in a worker. */
export const redlineSigned = documentTask<typeof signRedline>(new URL('./sign-redline.ts', import.meta.url), {
  name: 'signRedline',
  called: 'The redline',
  limits: { seconds: 30, megabytes: 768 },
})
