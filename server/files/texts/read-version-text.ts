// Reading the text of stored content in a document worker.
import type { readDocumentText } from '../../platform/documents/text/document-text.ts'
import { textFormatOf } from '../../platform/documents/text/text-formats.ts'
import type { App } from '../../platform/app.ts'
import { AppError, InputError } from '../../platform/errors.ts'
import { readContent } from '../../platform/storage/recorded-content.ts'
import type { RecordedContent } from '../../platform/storage/storage.ts'
import { documentTask } from '../../platform/workers/document-task.ts'
import type { Lane } from '../../platform/workers/document-workers.ts'
import { unpackList } from '../../platform/workers/packed-list.ts'
import type { ReadText } from './store-text.ts'

const documentText = (seconds: number) =>
  documentTask<typeof readDocumentText>(
    new URL('../../platform/documents/text/document-text.ts', import.meta.url),
    { name: 'readDocumentText', called: 'The document', limits: { seconds, megabytes: 256 } },
  )
const tasks: Readonly<Record<Lane, ReturnType<typeof documentText>>> = {
  // a few thousand pages, or all of a text that is kept
  background: documentText(5),
  // what takes longer is read in the background, which begins with the upload
  interactive: documentText(2),
}

/** Content with what is recorded of its type and name. */
export interface TypedContent extends RecordedContent {
  readonly contentType: string
  readonly name: string
}

// larger ones are scans, data or recordings
const largest = 64 * 1024 * 1024

type Reader = Pick<App, 'db' | 'database' | 'clock' | 'log' | 'storage' | 'documents'>

/**
 * What can be read of the content. A document that is damaged, protected or too large is an outcome as well; throws
 * only what may be different the next time: unavailable storage or workers, lost content, and the limits of what
 * somebody waits for.
 */
export async function readVersionText(app: Reader, content: TypedContent, lane: Lane): Promise<ReadText> {
  const format = textFormatOf(content.contentType, content.name)
  if (!format) return without('Unsupported', null)
  if (content.size === 0) return without('NoText', null)
  if (content.size > largest) {
    return without('Unreadable', `The file is larger than the ${largest / 1_048_576} MiB that are searched.`)
  }
  const bytes = await readContent(app, content)
  try {
    const of = { organisationId: content.organisationId, input: 'document', lane, moved: true }
    const { paragraphs: packed, complete } = await app.documents.run(tasks[lane], { bytes, format }, of)
    const paragraphs = await unpackList(packed)
    return { state: paragraphs.length > 0 ? 'Text' : 'NoText', reason: null, complete, paragraphs }
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    // of its thread, which are wider in the background
    if (error instanceof InputError && lane === 'interactive') throw error
    return without('Unreadable', error.message)
  }
}

const without = (state: ReadText['state'], reason: string | null): ReadText => ({
  state,
  reason,
  complete: state === 'NoText' || state === 'Unsupported',
  paragraphs: [],
})
