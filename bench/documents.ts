// Reading honest documents (templates, invoice files, mail) one after another: on the main thread, and in document
// workers. The difference in time is what the threads cost; the processor time of the main thread is what everybody
// else waits for.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readMail } from '../server/emails/inbound/mail.ts'
import { readPackedLedes } from '../server/invoices/ledes/ledes-worker.ts'
import { readDocxNames } from '../server/platform/documents/docx-template.ts'
import { documentTask } from '../server/platform/workers/document-task.ts'
import { createDocumentWorkers } from '../server/platform/workers/document-workers.ts'
import { processorMs, watchLoop } from '../test/servers/loop-delay.ts'

type Read = (bytes: Buffer) => unknown

/** `--folder` with documents (../shared/data), each read in `--rounds` (5). */
export async function run(words: readonly string[], signal: AbortSignal): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      folder: { type: 'string', default: '../shared/data' },
      rounds: { type: 'string', default: '5' },
    },
  })
  const workers = createDocumentWorkers({ threads: 2 })
  try {
    for (const [kind, { folder, ending, here, there }] of Object.entries(kindsOf(workers))) {
      const documents = documentsIn(join(values.folder, folder), ending)
      if (documents.length === 0) console.log(`${kind}: no documents in ${values.folder}/${folder}`)
      else {
        const rounds = Number(values.rounds)
        await measure(`${kind}, ${documents.length} documents, main thread`, {
          documents,
          rounds,
          read: here,
          signal,
        })
        await measure(`${kind}, ${documents.length} documents, workers`, {
          documents,
          rounds,
          read: there,
          signal,
        })
      }
    }
  } finally {
    await workers.close()
  }
}

interface Kind {
  readonly folder: string
  readonly ending: RegExp
  readonly here: Read
  readonly there: Read
}

function kindsOf(workers: ReturnType<typeof createDocumentWorkers>): Readonly<Record<string, Kind>> {
  const of = { organisationId: 1, input: 'document' }
  const at = (path: string) => new URL(`../server/${path}`, import.meta.url)
  const names = documentTask<typeof readDocxNames>(at('platform/documents/docx-template.ts'), {
    name: 'readDocxNames',
    called: 'The template',
  })
  const ledes = documentTask<typeof readPackedLedes>(at('invoices/ledes/packed-ledes.ts'), {
    name: 'readPackedLedes',
    called: 'The file',
  })
  const mail = documentTask<typeof readMail>(at('emails/inbound/mail.ts'), {
    name: 'readMail',
    called: 'The mail',
  })
  return {
    templates: {
      folder: 'templates',
      ending: /\.docx$/i,
      here: (bytes) => readDocxNames({ bytes, input: 'document' }),
      there: (bytes) => workers.run(names, { bytes, input: 'document' }, of),
    },
    'invoice files': {
      folder: 'ledes',
      ending: /\.(?:txt|xml)$/i,
      here: readPackedLedes,
      there: (bytes) => workers.run(ledes, bytes, of),
    },
    mail: {
      folder: 'email',
      ending: /\.eml$/i,
      here: readMail,
      there: (bytes) => workers.run(mail, bytes, of),
    },
  }
}

const documentsIn = (folder: string, ending: RegExp): readonly Buffer[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => ending.test(name))
        .map((name) => readFileSync(join(folder, name)))
    : []

interface Measured {
  readonly documents: readonly Buffer[]
  readonly rounds: number
  readonly read: Read
  readonly signal: AbortSignal
}

async function measure(what: string, { documents, rounds, read, signal }: Measured): Promise<void> {
  const once = async () => {
    for (const document of documents)
      await Promise.resolve(document)
        .then(read)
        .catch(() => undefined)
  }
  await once()
  const began = performance.now()
  const busy = processorMs()
  let longest = 0
  for (let round = 0; round < rounds && !signal.aborted; round++) {
    longest = Math.max(longest, (await watchLoop(once)).longestTurn)
  }
  const [milliseconds, main] = [performance.now() - began, processorMs() - busy]
  const each = (total: number) => (total / rounds / documents.length).toFixed(2)
  console.log(
    `${what}: ${each(milliseconds)} ms each, main thread ${each(main)} ms, longest turn ${longest.toFixed(1)} ms`,
  )
}
