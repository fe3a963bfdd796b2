// One run of LibreOffice: in a folder and with a profile of its own that are removed afterwards, without the
// environment of the server, and within limits. docs/decisions/0161-pdfs-of-word-documents.md
import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AppError, badInput, sentence } from '../../errors.ts'
import { officeProfile } from './office-profile.ts'

/** What making one PDF may take. */
export interface OfficeLimits {
  /** Of processor time. */
  readonly seconds: number
  /** Of address space. */
  readonly megabytes: number
  /** Of the PDF, and of every other file that is written. */
  readonly bytes: number
}

export const officeLimits: OfficeLimits = { seconds: 60, megabytes: 4_096, bytes: 64 * 1024 * 1024 }

// on a machine with other work, a process waits for its core
const realSecondsPerSecond = 5

/** How a run ended. */
interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Whether it was stopped because it took too long. */
  readonly late: boolean
}

/**
 * The document as a PDF, made by the program. Throws bad_request for a document that is damaged or takes too much, and
 * unavailable where the program cannot be run.
 */
export async function runOffice(
  program: string,
  document: Uint8Array,
  { limits = officeLimits, signal }: { limits?: OfficeLimits; signal?: AbortSignal } = {},
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-office-'))
  try {
    await mkdir(join(folder, 'profile/user'), { recursive: true })
    await writeFile(join(folder, 'profile/user/registrymodifications.xcu'), officeProfile)
    await writeFile(join(folder, 'document.docx'), document)
    const ended = await run(program, folder, { limits, signal })
    if (signal?.aborted) throw stopped()
    // the system ends it at its limit of processor time, or when memory runs out
    if (ended.late || ended.signal !== null) throw tooMuch(`takes more than ${limits.seconds} seconds`)
    if (ended.code === 127 || ended.code === 126) throw cannotRun(program)
    return await readPdf(join(folder, 'out/document.pdf'), limits)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const pdfFilter = `pdf:writer_pdf_Export:${JSON.stringify({
  // fields of forms would stay changeable in what is signed
  ExportFormFields: { type: 'boolean', value: 'false' },
  EmbedStandardFonts: { type: 'boolean', value: 'true' },
})}`

const switches = '--headless --norestore --nologo --nolockcheck --nodefault --nofirststartwizard'.split(' ')

/** The program with its limits, which the system keeps: each holds for every process of the program. */
function start(program: string, folder: string, { seconds, megabytes, bytes }: OfficeLimits): ChildProcess {
  const bounded = 'ulimit -c 0; ulimit -t "$1"; ulimit -v "$2"; ulimit -f "$3"; shift 3; exec "$@"'
  const limits = [seconds, megabytes * 1024, Math.ceil(bytes / 512)].map(String)
  const args = [
    `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
    ...switches,
    // whatever else the file may be is not looked for
    '--infilter=MS Word 2007 XML',
    '--convert-to',
    pdfFilter,
    '--outdir',
    join(folder, 'out'),
    join(folder, 'document.docx'),
  ]
  return spawn('/bin/sh', ['-c', bounded, 'sh', ...limits, program, ...args], {
    cwd: folder,
    env: { HOME: folder, TMPDIR: folder, PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' },
    stdio: 'ignore',
    // a group of its own: the program is a script that starts others
    detached: true,
  })
}

/** Ends the program with everything that it has started. */
function end({ pid }: ChildProcess): void {
  // it has no id if it was not started
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // all of them have ended
  }
}

async function run(
  program: string,
  folder: string,
  { limits, signal }: { readonly limits: OfficeLimits; readonly signal: AbortSignal | undefined },
): Promise<Ended> {
  const child = start(program, folder, limits)
  let late = false
  // real time: of the machine
  const timer = setTimeout(
    () => {
      late = true
      end(child)
    },
    limits.seconds * realSecondsPerSecond * 1_000,
  )
  const stop = () => end(child)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await new Promise<Ended>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, ending) => resolve({ code, signal: ending, late }))
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    // what it left running
    end(child)
  }
}

async function readPdf(path: string, { bytes }: OfficeLimits): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined)
  if (!file) throw damaged()
  try {
    const found = await file.stat()
    if (!found.isFile()) throw damaged()
    // writing ends at the limit
    if (found.size >= bytes) throw tooMuch('makes a PDF that is too large')
    const pdf = await file.readFile()
    if (pdf.toString('latin1', 0, 5) !== '%PDF-') throw damaged()
    return pdf
  } finally {
    await file.close()
  }
}

const damaged = () =>
  badInput(
    'document',
    sentence(
      'No PDF can be made of the document: it is damaged, is no Word document, or takes too much memory.',
    ),
  )
const tooMuch = (what: string) =>
  badInput('document', sentence(`No PDF can be made of the document: the work on it ${what}.`))
const cannotRun = (program: string) => new AppError('unavailable', `${program} cannot be run.`)
const stopped = () => new AppError('unavailable', 'The server is stopping. Try again shortly.')
