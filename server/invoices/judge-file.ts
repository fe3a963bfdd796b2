// Judging a file of invoices: what it holds, which matters it is for, and everything that stands in the way of importing it.
import { sql } from 'kysely'
import { getMatterToContribute } from '../matters/access.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { sumOf } from '../platform/decimal.ts'
import { badInput } from '../platform/errors.ts'
import { shortTurns } from '../platform/workers/short-turns.ts'
import { checkBills } from './access.ts'
import { providerProblem } from './commands/check-invoice.ts'
import { currencyOf } from './commands/create-invoice.ts'
import { type FoundMatter, findMatters } from './find-matters.ts'
import {
  type Cell,
  type LedesFormat,
  type LedesInvoice,
  type LedesProblem,
  noProblems,
  type Problems,
} from './ledes/ledes.ts'
import { readLedesFile } from './ledes/packed-ledes.ts'
import { checkTotalsInTurns, netOf } from './ledes/totals.ts'
import { shown } from './ledes/values.ts'
import { mostLines } from './lines.ts'

/** A file with invoices. */
export interface InvoiceFile {
  readonly bytes: Buffer
  readonly fileName: string | undefined
}

export interface ImportOptions {
  /** The law firm, when somebody of the customer sends its file; or whoever else is to be paid. */
  readonly serviceProviderId?: number
  readonly vendorName?: string
  /** They are posted unless told otherwise: else they stay drafts. */
  readonly post?: boolean
}

/** An invoice of the file, as far as it could be read. Money is decimal text. */
export interface FoundInvoice {
  readonly number: string
  readonly matter: FoundMatter | null
  readonly currency: string | null
  readonly lines: number
  /** The sum of the lines with their taxes; null when some could not be read. */
  readonly total: string | null
}

/** What a file holds and what is wrong with it; it can be imported when nothing is. */
export interface ImportReport {
  readonly format: LedesFormat | null
  readonly invoices: readonly FoundInvoice[]
  readonly problems: readonly LedesProblem[]
}

/** Says what an import would find, and writes nothing. Throws only for what is asked wrongly, not for what is wrong in the file. */
export async function checkInvoiceFile(
  app: App,
  actor: Actor,
  file: InvoiceFile,
  options: ImportOptions,
): Promise<ImportReport> {
  return reportOf(await judgeFile(app, actor, file, options))
}

export interface Found {
  readonly invoice: LedesInvoice
  readonly matter: FoundMatter | undefined
  readonly currency: string | null
  readonly total: string | null
}

export interface Judged {
  readonly format: LedesFormat | null
  readonly found: readonly Found[]
  readonly problems: readonly LedesProblem[]
}

/** The matter of an invoice, in a file without problems. */
export function matterOf({ matter }: Found): FoundMatter {
  if (!matter) throw new Error('An invoice without a matter is a problem of its file')
  return matter
}

/** The report on a file that was judged. */
export const reportOf = ({ format, found, problems }: Judged): ImportReport => ({
  format,
  problems,
  invoices: found.map(({ invoice, matter, currency, total }) => ({
    number: invoice.number.text,
    matter: matter ?? null,
    currency,
    lines: invoice.lines.length,
    total,
  })),
})

function totalOf({ lines }: LedesInvoice): string | null {
  const amounts = lines.flatMap((line) => [netOf(line), line.tax?.amount])
  return amounts.some((amount) => amount === undefined) ? null : sumOf(amounts.map(String))
}

/** Reads the file, finds the matters and checks everything that can be known before anything is written. */
export async function judgeFile(
  app: App,
  actor: Actor,
  { bytes }: InvoiceFile,
  options: ImportOptions,
): Promise<Judged> {
  checkBills(actor)
  const file = await readLedesFile(app, { organisationId: actor.organisationId, bytes })
  const problems = noProblems()
  const searches = await findMatters(
    app,
    actor,
    file.invoices.map(({ clientMatterId, firmMatterId }) => ({
      client: clientMatterId.text,
      firm: firmMatterId.text,
    })),
  )
  const found: Found[] = []
  const turn = shortTurns()
  const payerCurrency = currencies(app)
  for (const [index, invoice] of file.invoices.entries()) {
    const search = searches[index]
    const matter = search && 'matter' in search ? search.matter : undefined
    if (search && 'why' in search) blame(invoice, search, problems)
    const currency = invoice.currency ?? (matter ? await payerCurrency(matter) : null)
    await checkTotalsInTurns(invoice, currency ?? 'USD', problems, turn)
    if (invoice.lines.length > mostLines) {
      problems.note(
        invoice.at,
        `An invoice has ${mostLines} lines at most; this one has ${invoice.lines.length}.`,
      )
    }
    found.push({ invoice, matter, currency, total: totalOf(invoice) })
  }
  await checkRights(app, actor, found, { options, problems })
  await checkNumbers(app, actor, found, { options, problems })
  const all = [...file.problems, ...problems.all].sort((a, b) => a.row - b.row || a.column - b.column)
  return { format: file.format, found, problems: all }
}

/** The currency of the organisation that pays for a matter, asked for once each. */
function currencies({ db }: App): (matter: FoundMatter) => Promise<string> {
  const known = new Map<number, Promise<string>>()
  return (matter) => {
    const currency = known.get(matter.organisationId) ?? currencyOf(db, matter)
    known.set(matter.organisationId, currency)
    return currency
  }
}

function blame(
  invoice: LedesInvoice,
  { blamed, why }: { readonly blamed: 'client' | 'firm'; readonly why: string },
  problems: Problems,
): void {
  const cell: Cell = blamed === 'client' ? invoice.clientMatterId : invoice.firmMatterId
  const name = cell.at.field.split('/').at(-1)
  problems.note(cell.at, `${name} ${shown(cell.text.trim())} ${why}`)
}

interface Checking {
  readonly options: ImportOptions
  readonly problems: Problems
}

/** Notes matters of a second customer, and refuses whoever may not bill. */
async function checkRights(
  app: App,
  actor: Actor,
  found: readonly Found[],
  { options, problems }: Checking,
): Promise<void> {
  const [first] = found.flatMap(({ matter }) => (matter ? [matter] : []))
  if (!first) return
  for (const { matter, invoice } of found) {
    if (!matter) continue
    if (matter.organisationId !== first.organisationId) {
      problems.note(
        invoice.at,
        'The matter is of another client than that of the first invoice: send one file for each.',
      )
      continue
    }
    checkBills(actor, await getMatterToContribute(app.db, actor, matter.id))
  }
  const wrong = await providerProblem(app.db, actor, first.organisationId, options)
  if (wrong !== undefined) throw badInput('serviceProviderId', wrong)
}

/** Notes numbers that the provider has used already. */
async function checkNumbers(
  app: App,
  actor: Actor,
  found: readonly Found[],
  { options, problems }: Checking,
): Promise<void> {
  const organisationId = found.find(({ matter }) => matter)?.matter?.organisationId
  if (organisationId === undefined) return
  const firmId = organisationId === actor.organisationId ? options.serviceProviderId : actor.organisationId
  // not through access.ts: a number that is taken is refused whoever sees its invoice, as the database does
  const rows = await app.db
    .selectFrom('invoices')
    .where('organisation_id', '=', organisationId)
    .where('status', '<>', 'Void')
    .where((eb) =>
      firmId === undefined
        ? eb(eb.fn('lower', ['vendor_name']), '=', (options.vendorName ?? '').trim().toLowerCase())
        : eb('service_provider_id', '=', firmId),
    )
    .where(
      sql<boolean>`lower(number) = any(${found.map(({ invoice }) => invoice.number.text.toLowerCase())}::text[])`,
    )
    .select(sql<string>`lower(number)`.as('number'))
    .execute()
  const taken = new Set(rows.map(({ number }) => number))
  for (const { invoice } of found) {
    if (!taken.has(invoice.number.text.toLowerCase())) continue
    problems.note(
      invoice.number.at,
      `There is an invoice ${invoice.number.text} of this law firm already; void that one first, or correct the number.`,
    )
  }
}
