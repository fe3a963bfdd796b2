// Reading a file of invoices in a document worker. The result is sent back in pieces, because it may be tens of
// thousands of lines.
import type { App } from '../../platform/app.ts'
import { documentTask } from '../../platform/workers/document-task.ts'
import { packList, type PackedList, unpackList } from '../../platform/workers/packed-list.ts'
import type { LedesFile, LedesInvoice, LedesLine } from './ledes.ts'
import { readLedes } from './read-ledes.ts'

type Head = Omit<LedesInvoice, 'lines'> & { readonly lines: number }

interface PackedLedes extends Pick<LedesFile, 'format' | 'problems'> {
  readonly invoices: PackedList<Head>
  /** The lines of all invoices, one invoice after another. */
  readonly lines: PackedList<LedesLine>
}

/** Runs in the worker: reads the file and packs it. */
export function readPackedLedes(bytes: Uint8Array): PackedLedes {
  const { format, problems, invoices } = readLedes(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  )
  return {
    format,
    problems,
    invoices: packList(invoices.map((invoice): Head => ({ ...invoice, lines: invoice.lines.length }))),
    lines: packList(invoices.flatMap(({ lines }) => lines)),
  }
}

const task = documentTask<typeof readPackedLedes>(new URL(import.meta.url), {
  name: 'readPackedLedes',
  called: 'The file',
})

/**
 * `readLedes` in a worker. Throws bad_request for a file that takes too much to read, and unavailable if too many are
 * waiting.
 */
export async function readLedesFile(
  app: App,
  { organisationId, bytes }: { readonly organisationId: number; readonly bytes: Buffer },
): Promise<LedesFile> {
  const packed = await app.documents.run(task, bytes, { organisationId, input: 'file' })
  const lines = await unpackList(packed.lines)
  const heads = await unpackList(packed.invoices)
  let at = 0
  return {
    format: packed.format,
    problems: packed.problems,
    invoices: heads.map((head) => ({ ...head, lines: lines.slice(at, (at += head.lines)) })),
  }
}
