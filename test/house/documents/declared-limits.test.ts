// The tables of limits that are written by hand: each cell is compared with the numbers of the code that keeps the
// limit. What an organisation can keep is compared in limits.test.ts.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { textLimits } from '../../../server/platform/documents/text/paragraphs.ts'
import { weights } from '../../../server/platform/lists/filter-weight.ts'
import { settings } from '../../../server/platform/settings/config.ts'
import { tablesOf } from './markdown.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => readFileSync(root + path, 'utf8')

/** The number that the source gives the name, in the statement that begins so. Throws unless there is exactly one. */
function declared(path: string, name: string, statement = ''): number {
  const source = read(path)
  const start = source.indexOf(statement)
  if (start < 0) throw new Error(`${path} has no ${statement}`)
  const line = source.slice(start, source.indexOf('\n', start))
  const text =
    statement === '' ? source : line.endsWith('{') ? source.slice(start, source.indexOf('\n}', start)) : line
  const given = new RegExp(`\\b${name}(?: =|:|\\() *([\\d_]+(?: \\*\\*? [\\d_]+)*)`, 'g')
  const numbers = new Set([...text.matchAll(given)].map(([, product = '']) => valueOf(product)))
  const [number] = numbers
  if (number === undefined || numbers.size > 1)
    throw new Error(`${path} gives ${name} ${numbers.size} numbers: ${[...numbers].join(', ')}`)
  return number
}

const valueOf = (product: string): number =>
  product
    .replaceAll('_', '')
    .split(/ \* /)
    .map((factor) => factor.split(' ** ').map(Number))
    .reduce((value, [base = 1, power = 1]) => value * base ** power, 1)

const n = (number: number) => number.toLocaleString('en')
const of = (path: string, name: string, after?: string) => n(declared(path, name, after))
const inUnit = (unit: number) => (path: string, name: string, after?: string) =>
  n(declared(path, name, after) / unit)
const kilobytes = inUnit(1024)
const megabytes = inUnit(1024 ** 2)
const spans: Readonly<Record<number, string>> = {
  5: 'five minutes',
  10: 'ten minutes',
  15: 'fifteen minutes',
  30: 'half an hour',
}
/** The minutes of a limit on attempts, in words. */
const spanOf = (path: string, limit: string) => {
  const minutes = declared(path, 'minutes', limit)
  return spans[minutes] ?? `${minutes} minutes`
}
const tries = (path: string, limit: string) => `${of(path, 'most', limit)} in ${spanOf(path, limit)}`

const documents = 'server/platform/documents'
const syntax = 'server/http/v2/odata-syntax.ts'
const weight = 'server/platform/lists/filter-weight.ts'
const reports = 'server/http/v2/reports'
const seals = 'server/seals/read-seals.ts'
const pace = 'server/seals/paced-checks.ts'
const template = `${documents}/docx-template.ts`
const counted = `${documents}/docx-limits.ts`
const picture = 'const largestPicture'
const signIn = 'server/identity/sessions/sign-in.ts'
const rates = 'server/http/limits/rate-limits.ts'
const { plain, searched, elsewhere, searchedElsewhere, any, all } = weights

interface Known {
  readonly page: string
  readonly head: string
  /** Of each row, its cells with numbers. */
  readonly rows: readonly (readonly [what: string, limit: string])[]
}

const tables: readonly Known[] = [
  {
    page: 'docs/limits.md',
    head: 'what | at most',
    rows: [
      [
        'a body of JSON; without signing in',
        `${megabytes('server/http/framework.ts', 'bodyLimit')} MiB; ${kilobytes('server/http/bodies/request-limits.ts', 'usualPublicBodyBytes')} KiB`,
      ],
      ['levels of JSON', of('server/http/bodies/json-limits.ts', 'maxJsonDepth')],
      [
        'a file',
        `\`CHANCERY_MAX_UPLOAD_BYTES\`: ${/\((.*)\)/.exec(settings.maxUploadBytes.shownDefault ?? '')?.[1]}`,
      ],
      ['parameters of an address', of('server/http/bodies/request-limits.ts', 'maxParameters')],
      ['operations of a JSON patch (v1)', of('server/http/v1/json-patch.ts', 'maxOperations')],
      [
        'entries of a page',
        `${of('server/http/v2/odata.ts', 'mostItems')} in v2, ${of('server/http/v1/paging.ts', 'maximum', 'take:')} in v1`,
      ],
      [
        'clauses of a filter; values of an `in`; sort keys',
        `${of(syntax, 'mostClauses')}; ${of(syntax, 'mostValues')}; ${of('server/http/v2/odata-order.ts', 'mostKeys')}`,
      ],
      [
        `weight of a filter: \`contains\` and \`endswith\` ${searched}, custom fields ${elsewhere} (${searchedElsewhere} if searched in), \`any\` ${any}, \`all\` ${all}, others ${plain}`,
        of(weight, 'mostWeight'),
      ],
      ['conditions on collections, those that can be one counted as one', of(weight, 'mostCollections')],
      [
        'time of a list that is filtered, sorted, counted or skipped in, and of a summary',
        `${of('server/platform/lists/read-list.ts', 'mostSeconds')} seconds`,
      ],
      [
        'an invoice: lines; invoices of a file',
        `${of('server/invoices/lines.ts', 'mostLines')}; ${of('server/invoices/ledes/read-ledes.ts', 'mostInvoices')}`,
      ],
      [
        'one change of many: with ids; as a job',
        `${of(`${reports}/bulk.ts`, 'mostAtOnce')}; ${of('server/records/bulk/bulk-change.ts', 'mostRecords')} records`,
      ],
      [
        'files moved at once; files of an archive',
        `${of('server/files/v2/moves.ts', 'mostAtOnce')}; ${of('server/files/archive.ts', 'mostFiles')}`,
      ],
      [
        'groups of a summary; columns of an export',
        `${of(`${reports}/summary.ts`, 'mostGroups')}; ${of(`${reports}/report-columns.ts`, 'mostColumns')}`,
      ],
      [
        "rules of a contract type's approvals; approvers of a rule",
        ['mostRules', 'mostApprovers']
          .map((name) => of('server/contracts/approvals/set-approval-rules.ts', name))
          .join('; '),
      ],
      ['recipients of an email', of('server/emails/commands/check-draft.ts', 'mostRecipients')],
      [
        'text of a document that is searched and shown: characters; paragraphs',
        [textLimits.characters, textLimits.paragraphs].map(n).join('; '),
      ],
      [
        'a Word document that is read, edited or compared: paragraphs; elements',
        ['mostParagraphs', 'elements'].map((name) => of(`${documents}/text/xml-parts.ts`, name)).join('; '),
      ],
      [
        'a PDF that is read, signed or checked: objects; pages to be signed; unpacked, each part and all together',
        [
          of(`${documents}/pdf/check-objects.ts`, 'most'),
          of(`${documents}/pdf/load-pdf.ts`, 'mostPages'),
          ['ofStream', 'ofDocument']
            .map((name) => `${megabytes(`${documents}/text/unpacking-limit.ts`, name)} MB`)
            .join(', '),
        ].join('; '),
      ],
      [
        'signatures of a PDF that is checked; bytes that they cover together',
        `${of(seals, 'seals')}, none over another; ${megabytes(seals, 'hashed')} MB, or ${of(seals, 'hashedTimes')} times the file`,
      ],
      [
        'a picture of a signature',
        `a PNG of ${kilobytes('server/seals/signature-page.ts', 'bytes', picture)} KB and ${of('server/seals/signature-page.ts', 'width', picture)} by ${of('server/seals/signature-page.ts', 'height', picture)} pixels, whose data is as long as its size says`,
      ],
      [
        'time of a document that somebody waits for',
        `${of('server/seals/workers.ts', 'seconds', 'const limits')} seconds of processor time (its text ${of('server/files/texts/read-version-text.ts', 'documentText', 'interactive:')}, its changes ${of(`${documents}/redline/read-redline.ts`, 'seconds')}), and three times as many of the clock`,
      ],
      ['secrets, names and texts', 'as the [reference](../openapi/v2.json) says for each property'],
    ],
  },
  {
    page: 'docs/limits.md',
    head: 'who | at most',
    rows: [
      ['a person through one client', rateOf('callerRate', 'callerBurst')],
      [
        'an address without a valid token or session',
        `${rateOf('anonymousRate', 'anonymousBurst')}; of calls that prove something, only what fails`,
      ],
      [
        'opening the sign-in page, for an address',
        `${{ 10: 'ten' }[declared(rates, 'visitsFactor')]} times that`,
      ],
      [
        'wrong secrets of a client, from one address',
        tries('server/identity/oauth/client-authentication.ts', 'wrongSecrets'),
      ],
      [
        'wrong passwords of an account; of all accounts, from one address',
        `${of(signIn, 'most', 'const perAccount')}; ${tries(signIn, 'const perAddress')}`,
      ],
      [
        'links to set a password, for an account',
        `${of('server/identity/sessions/password-links.ts', 'mostAnHour')} an hour`,
      ],
      [
        'lists that cost much, of an organisation in each process: more than two texts that are searched in, `all`, an order by a custom field, summaries',
        `${of('server/http/limits/organisation-queue.ts', 'costlyShare')} at a time`,
      ],
      [
        'seal checks without an account, from one address',
        tries('server/seals/count-check.ts', 'const limit'),
      ],
      [
        'files to check for seals without an account, in each process',
        `${megabytes(pace, 'bytesPerSecond', 'const usualPace')} MB a second, and ${inUnit(1000)(pace, 'longestMs', 'const usualPace')} seconds of waiting`,
      ],
      ['tries of a signer to sign', tries('server/contracts/signing/here/sign.ts', 'const signatureTries')],
      [
        'documents read at the same time: of an organisation, and of what guests do there',
        'all workers but one',
      ],
      ['open streams of a person', of('server/records/stream/v2/stream.ts', 'mostOfPerson')],
      [
        'mails of notifications to a person',
        `${of('server/notifications/mails/send-mails.ts', 'mostAnHour')} an hour`,
      ],
      ['notifications replayed at once', of('server/webhooks/commands/replay-deliveries.ts', 'maxReplays')],
    ],
  },
  {
    page: 'docs/wizards.md',
    head: 'what | limit',
    rows: [
      ['unpacked, all parts', `${megabytes(template, 'bytes')} MiB in ${of(template, 'entries')} parts`],
      ['text with its markup', `${megabytes(template, 'markupLimit')} MiB`],
      [
        'elements, paragraphs',
        `${of(counted, 'elements', 'const docxLimits')}, ${of(counted, 'paragraphs', 'const docxLimits')}`,
      ],
      ['nesting of elements', `${of(counted, 'depth', 'const docxLimits')} levels`],
      ['placeholders', of(counted, 'placeholders', 'const docxLimits')],
      ['nesting of sections', `${of(counted, 'sectionDepth')} levels`],
      [
        'what sections repeat, filled in',
        `${of(template, 'lookUpLimit')} look-ups of names, ${megabytes(template, 'repeatedLimit')} MiB of text`,
      ],
    ],
  },
]

function rateOf(...names: readonly ('callerRate' | 'callerBurst' | 'anonymousRate' | 'anonymousBurst')[]) {
  const [perSecond, burst] = names.map((name) => n(Number(settings[name].shownDefault)))
  return `${perSecond} a second, ${burst} at once`
}

test.each(tables)('the table "$head" of $page says what the code keeps', ({ page, head, rows }) => {
  const table = tablesOf(read(page)).find(({ heads }) => heads.join(' | ') === head)
  expect(table?.rows.map(({ cells }) => cells)).toEqual(rows)
})

test('what is said below the limits of wizards is that of the workers', () => {
  const worker = `${documents}/docx-workers.ts`
  expect(read('docs/wizards.md').replaceAll(/\s+/g, ' ')).toContain(
    `takes more than ${of(worker, 'seconds')} seconds of processor time or ${of(worker, 'megabytes')} MiB of memory`,
  )
  expect(read('docs/wizards.md').replaceAll(/\s+/g, ' ')).toContain(
    `larger than ${megabytes(template, 'bytes')} MiB unpacked (${megabytes(template, 'markupLimit')} MiB of text)`,
  )
})
