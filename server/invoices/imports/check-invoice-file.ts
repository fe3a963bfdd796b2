// Checking a file of invoices: what it contains, which matters it is for, and everything that prevents importing it.
import { sql } from 'kysely'
import { getMatterFor } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { sumOf } from '../../platform/decimal.ts'
import { badInput } from '../../platform/errors.ts'
import { uniqueNumber, uniqueNumberOf } from '../../platform/postgres/unique-text.ts'
import { createYielder } from '../../platform/workers/yield-event-loop.ts'
import { checkMayBill } from '../access.ts'
import { providerProblem } from '../commands/check-invoice.ts'
import { currencyOf } from '../commands/create-invoice.ts'
import { type FileFlag, flagsOfFile } from '../guidelines/check-file.ts'
import { type FoundMatter, findMatters } from './find-matters.ts'
import {
  type Cell,
  type LedesFormat,
  type LedesInvoice,
  type LedesProblem,
  createProblems,
  type Problems,
} from '../ledes/ledes.ts'
import { readLedesFile } from '../ledes/ledes-worker.ts'
import { checkTotalsInTurns, netOf } from '../ledes/totals.ts'
import { type LinesAboveRates, linesAboveRates } from './above-rates.ts'
import { addPlainErrors } from './plain-problems.ts'
import { tieCredits } from './tie-credits.ts'
import { quoted } from '../ledes/cell-values.ts'
import { mostLines } from '../lines.ts'

/** A file with invoices. */
export interface InvoiceFile {
  readonly bytes: Buffer
  readonly fileName: string | undefined
}

export interface ImportOptions {
  /** The law firm, if the customer imports its file; or any other payee. */
  readonly serviceProviderId?: number
  readonly vendorName?: string
  /** Default: true. Otherwise the invoices stay drafts. */
  readonly post?: boolean
}

/** An invoice of the file, as far as it could be read. Money is decimal text. */
export interface ReportedInvoice {
  readonly number: string
  readonly matter: FoundMatter | null
  readonly currency: string | null
  readonly lines: number
  /** The sum of the lines with their taxes; null if some could not be read. */
  readonly total: string | null
}

/** What a file contains and what is wrong with it. It can be imported if there are no problems. */
export interface ImportReport {
  readonly format: LedesFormat | null
  readonly invoices: readonly ReportedInvoice[]
  readonly problems: readonly LedesProblem[]
}

/** The same with what the billing guidelines say of each invoice, as its firm sees it. */
export interface CheckReport extends ImportReport {
  readonly invoices: readonly (ReportedInvoice & { readonly flags: readonly FileFlag[] })[]
  /** They can be posted; null where the payee is no law firm, or its matters are not known. */
  readonly aboveRates: LinesAboveRates | null
}

/**
 * Reports what an import would do, without writing anything. Throws only for invalid requests, not for problems in the
 * file.
 */
export async function reportOnFile(
  app: App,
  actor: Actor,
  file: InvoiceFile,
  options: ImportOptions,
): Promise<CheckReport> {
  const checked = await checkFile(app, actor, file, options)
  const report = reportOf(checked)
  const sides = sidesOf(actor, checked.invoices, options)
  const flags =
    options.post === false
      ? []
      : await flagsOfFile(app, checked.invoices, {
          firmId: sides?.firmId ?? null,
          vendorName: options.vendorName ?? null,
        })
  return {
    ...report,
    aboveRates: sides && (await linesAboveRates(app.db, sides, checked.invoices)),
    invoices: report.invoices.map((each, index) => ({ ...each, flags: flags[index] ?? [] })),
  }
}

/** The organisation that pays and the law firm; null where one of them is missing. */
function sidesOf(actor: Actor, found: readonly CheckedInvoice[], { serviceProviderId }: ImportOptions) {
  const organisationId = found.find(({ matter }) => matter)?.matter?.organisationId
  if (organisationId === undefined) return null
  const firmId = organisationId === actor.organisationId ? serviceProviderId : actor.organisationId
  return firmId === undefined ? null : { organisationId, firmId }
}

export interface CheckedInvoice {
  readonly invoice: LedesInvoice
  readonly matter: FoundMatter | undefined
  readonly currency: string | null
  readonly total: string | null
  /** Of a credit note: the invoice that it credits. */
  readonly creditsId: number | null
}

export interface CheckedFile {
  readonly format: LedesFormat | null
  readonly invoices: readonly CheckedInvoice[]
  readonly problems: readonly LedesProblem[]
}

/** The matter of an invoice in a file without problems. */
export function matterOf({ matter }: CheckedInvoice): FoundMatter {
  if (!matter) throw new Error('An invoice without a matter is a problem of its file')
  return matter
}

/** The report on a checked file. */
export const reportOf = ({ format, invoices: found, problems }: CheckedFile): ImportReport => ({
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

/** Reads the file, finds the matters and checks everything that can be checked before writing. */
export async function checkFile(
  app: App,
  actor: Actor,
  { bytes }: InvoiceFile,
  options: ImportOptions,
): Promise<CheckedFile> {
  checkMayBill(actor)
  const file = await readLedesFile(app, { organisationId: actor.organisationId, bytes })
  const problems = createProblems()
  const searches = await findMatters(
    app,
    actor,
    file.invoices.map(({ clientMatterId, firmMatterId }) => ({
      client: clientMatterId.text,
      firm: firmMatterId.text,
    })),
  )
  const found: CheckedInvoice[] = []
  const turn = createYielder()
  const payerCurrency = createCurrencyLookup(app)
  for (const [index, invoice] of file.invoices.entries()) {
    const search = searches[index]
    const matter = search && 'matter' in search ? search.matter : undefined
    if (search && 'why' in search) addMatterProblem(invoice, search, problems)
    const currency = invoice.currency ?? (matter ? await payerCurrency(matter) : null)
    await checkTotalsInTurns(invoice, currency ?? 'USD', problems, turn)
    if (invoice.lines.length > mostLines) {
      problems.add(
        invoice.at,
        `An invoice has at most ${mostLines} lines; this one has ${invoice.lines.length}.`,
      )
    }
    found.push({ invoice, matter, currency, total: totalOf(invoice), creditsId: null })
  }
  await checkRights(app, actor, found, { options, problems })
  await checkNumbers(app, actor, found, { options, problems })
  const reading = { format: file.format, now: app.clock.now(), problems }
  for (const { invoice } of found) {
    await turn()
    if (invoice.lines.length <= mostLines) addPlainErrors(invoice, reading)
  }
  const serviceProviderId = sidesOf(actor, found, options)?.firmId ?? null
  const provider = { serviceProviderId, vendorName: options.vendorName ?? null }
  const invoices =
    options.post === false ? found : await tieCredits(app.db, found, { ...reading, ...provider })
  const all = [...file.problems, ...problems.all].sort((a, b) => a.row - b.row || a.column - b.column)
  return { format: file.format, invoices, problems: all }
}

/** The currency of the organisation that pays for a matter, looked up once per organisation. */
function createCurrencyLookup({ db }: App): (matter: FoundMatter) => Promise<string> {
  const known = new Map<number, Promise<string>>()
  return (matter) => {
    const currency = known.get(matter.organisationId) ?? currencyOf(db, matter)
    known.set(matter.organisationId, currency)
    return currency
  }
}

function addMatterProblem(
  invoice: LedesInvoice,
  { blamed, why }: { readonly blamed: 'client' | 'firm'; readonly why: string },
  problems: Problems,
): void {
  const cell: Cell = blamed === 'client' ? invoice.clientMatterId : invoice.firmMatterId
  const name = cell.at.field.split('/').at(-1)
  problems.add(cell.at, `${name} ${quoted(cell.text.trim())} ${why}`)
}

interface CheckContext {
  readonly options: ImportOptions
  readonly problems: Problems
}

/** Adds a problem for each matter of a second customer, and throws forbidden if the actor may not bill. */
async function checkRights(
  app: App,
  actor: Actor,
  found: readonly CheckedInvoice[],
  { options, problems }: CheckContext,
): Promise<void> {
  const [first] = found.flatMap(({ matter }) => (matter ? [matter] : []))
  if (!first) return
  for (const { matter, invoice } of found) {
    if (!matter) continue
    if (matter.organisationId !== first.organisationId) {
      problems.add(
        invoice.at,
        'The matter belongs to a different client than the matter of the first invoice: send one file per client.',
      )
      continue
    }
    await getMatterFor(app.db, actor, matter.id, 'createInvoices')
  }
  const wrong = await providerProblem(app.db, actor, first.organisationId, options)
  if (wrong !== undefined) throw badInput('serviceProviderId', wrong)
}

/** Adds a problem for each number that the provider has used already. */
async function checkNumbers(
  app: App,
  actor: Actor,
  found: readonly CheckedInvoice[],
  { options, problems }: CheckContext,
): Promise<void> {
  const organisationId = found.find(({ matter }) => matter)?.matter?.organisationId
  if (organisationId === undefined) return
  const firmId = sidesOf(actor, found, options)?.firmId
  // not through access.ts: a number that is taken is rejected regardless of who may see its invoice, as in the database
  const rows = await app.db
    .selectFrom('invoices')
    .where('organisation_id', '=', organisationId)
    .where('status', '<>', 'Void')
    .where((eb) =>
      firmId === undefined
        ? eb(uniqueNumber(sql`vendor_name`), '=', uniqueNumberOf(options.vendorName ?? ''))
        : eb('service_provider_id', '=', firmId),
    )
    .where(
      sql<boolean>`${uniqueNumber(sql`number`)} = any(${found.map(({ invoice }) => uniqueNumberOf(invoice.number.text))}::text[])`,
    )
    .select(uniqueNumber(sql`number`).as('number'))
    .execute()
  const taken = new Set(rows.map(({ number }) => number))
  for (const { invoice } of found) {
    if (!taken.has(uniqueNumberOf(invoice.number.text))) continue
    problems.add(
      invoice.number.at,
      `There is an invoice ${invoice.number.text} of this law firm already; void that one first, or correct the number.`,
    )
  }
}
