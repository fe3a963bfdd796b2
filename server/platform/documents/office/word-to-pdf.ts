// Makes PDFs of Word documents with LibreOffice, where the installation has it: a setting says whether and which.
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, conflict } from '../../errors.ts'
import { withoutPlace } from '../../place-in-queue.ts'
import { createDocumentQueue, type DocumentQueue, laneOf } from '../../workers/document-queue.ts'
import { docxOf } from '../writing/docx.ts'
import { runOffice, type OfficeLimits } from './office-process.ts'

/** Off: the settings say so. Missing: none was found. Works, Failing: what became of the last document. */
export const officeStates = ['Off', 'Missing', 'Works', 'Failing'] as const

/** How PDFs are made, as far as the process that is asked knows. */
export interface OfficeHealth {
  readonly state: (typeof officeStates)[number]
  /** The path of the program. */
  readonly program: string | null
  /** When the last PDF was made, or could not be made because of the program. */
  readonly checkedAt: Date | null
}

export interface WordToPdf {
  /** Whether PDFs can be made at all: the program is there. */
  isAvailable(): Promise<boolean>
  /**
   * The Word document (.docx) as a PDF; changes that are tracked in it are shown as changes. Throws conflict where the
   * installation cannot do that, bad_request for a document that is damaged or takes too much, and unavailable while
   * too many wait.
   */
  convert(document: Uint8Array, of: { readonly organisationId: number }): Promise<Buffer>
  /** Makes a PDF of a sample if none was made lately, and says how that went. */
  health(): Promise<OfficeHealth>
  /** Stops what is being made. */
  close(): void
}

const usualPlaces = [
  '/usr/bin',
  '/usr/local/bin',
  '/opt/libreoffice/program',
  '/usr/lib/libreoffice/program',
  '/Applications/LibreOffice.app/Contents/MacOS',
]
const checkAgainMs = 10 * 60_000
const failedAgainMs = 60_000

interface Parts {
  readonly limits?: OfficeLimits
  readonly now: () => Date
}

/** One at a time in each server process. `setting` is `auto`, `off`, or the path of the program. */
export function createWordToPdf(setting: string, parts: Parts): WordToPdf {
  const queue = createDocumentQueue({ running: 1, runningOfOne: 1, waitingOfOne: 3, waitingOfAll: 20 })
  const runs = createRuns(parts)
  const check = createCheck(parts, { runs, queue })
  return {
    isAvailable: async () => (await findProgram(setting)) !== undefined,
    async convert(document, { organisationId }) {
      const program = await findProgram(setting)
      if (program === undefined)
        throw conflict('This installation makes no PDFs of Word documents. Upload the document as a PDF.')
      return withoutPlace(async () => {
        const end = await queue.take(laneOf(organisationId))
        if (!end)
          throw new AppError(
            'unavailable',
            'Too many PDFs are being made at the moment. Try again shortly.',
            {
              headers: { 'retry-after': '5' },
            },
          )
        return runs.make(program, document).finally(end)
      })
    },
    async health() {
      const program = await findProgram(setting)
      if (program === undefined) {
        const state = setting === 'off' ? 'Off' : setting === 'auto' ? 'Missing' : 'Failing'
        return { state, program: state === 'Failing' ? setting : null, checkedAt: null }
      }
      const last = await check(program)
      return { state: last?.state ?? 'Works', program, checkedAt: last?.at ?? null }
    },
    close: runs.close,
  }
}

interface Outcome {
  readonly state: 'Works' | 'Failing'
  readonly at: Date
}

/** Runs the program, and keeps what became of the last run. */
function createRuns({ limits, now }: Parts) {
  const closing = new AbortController()
  let last: Outcome | undefined
  return {
    last: () => last,
    close: () => closing.abort(),
    async make(program: string, document: Uint8Array): Promise<Buffer> {
      try {
        const pdf = await runOffice(program, document, {
          signal: closing.signal,
          ...(limits === undefined ? {} : { limits }),
        })
        last = { state: 'Works', at: now() }
        return pdf
      } catch (error) {
        // what is wrong with a document says nothing about the program; the sample is in order
        const isOfDocument = document !== sampleDocument && error instanceof AppError && error.status < 500
        if (!closing.signal.aborted && !isOfDocument) last = { state: 'Failing', at: now() }
        throw error
      }
    },
  }
}

type Runs = ReturnType<typeof createRuns>

/** What became of the last run, after one with a sample if there was none lately. */
function createCheck(
  { now }: Parts,
  { runs, queue }: { readonly runs: Runs; readonly queue: DocumentQueue },
): (program: string) => Promise<Outcome | undefined> {
  let checking: Promise<void> | undefined
  const makeSample = async (program: string) => {
    const end = await queue.take('')
    // then others have made some, or will
    if (!end) return
    await runs
      .make(program, sampleDocument)
      .catch(() => undefined)
      .finally(end)
  }
  return async (program) => {
    const last = runs.last()
    const again = last?.state === 'Failing' ? failedAgainMs : checkAgainMs
    if (last === undefined || now().getTime() - last.at.getTime() > again) {
      checking ??= makeSample(program).finally(() => (checking = undefined))
      await checking
    }
    return runs.last()
  }
}

const sampleDocument = docxOf({
  title: 'Sample',
  opening: ['Made to see whether a PDF can be made.'],
  clauses: [],
  isNumbered: false,
  ending: { lines: [] },
})

/** The path of the program; undefined if there is none, or may be none. Looked for each time: it can be installed. */
async function findProgram(setting: string): Promise<string | undefined> {
  if (setting === 'off') return undefined
  const candidates = setting === 'auto' ? usualPlaces.map((folder) => join(folder, 'soffice')) : [setting]
  for (const candidate of candidates) if (await canRun(candidate)) return candidate
  return undefined
}

const canRun = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
