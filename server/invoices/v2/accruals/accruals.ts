// v2 of accruals for the organisation that pays: its months, closing one, the lines for the ledger, and the window.
import { Readable } from 'node:stream'
import Type from 'typebox'
import { attachmentNamed } from '../../../http/responses/send-content.ts'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPost, onPut } from '../../../http/routes.ts'
import { jsonBody } from '../../../http/v2/bodies.ts'
import { choiceIn, propertiesOf, truthIn } from '../../../http/v2/merge-patch.ts'
import { notFound } from '../../../platform/errors.ts'
import { csvOf } from '../../../platform/spreadsheets/csv.ts'
import type { TableColumn } from '../../../platform/spreadsheets/table.ts'
import { monthFrom, unansweredWays } from '../../accruals/accrual.ts'
import { type LedgerLine, ledgerLinesOf } from '../../accruals/export-lines.ts'
import { closeAccruals, getAccruals, listAccruals } from '../../accruals/read-accruals.ts'
import { getAccrualSettings, setAccrualSettings } from '../../accruals/settings.ts'
import {
  accrualsExample,
  accrualsSchema,
  accrualsToV2,
  ledgerExample,
  ledgerLineSchema,
  ledgerLineToV2,
  monthParameter,
  periodExample,
  periodSchema,
  periodToV2,
  settingsExample,
  settingsProperties,
} from './accruals.wire.ts'

const manage = { access: { right: 'manage-invoices' } } as const
const administer = { access: { right: 'administer' }, etag: true } as const

/** The first day of the month of an address; not_found for what is none. */
function monthOf(text: string): string {
  const month = monthFrom(text)
  if (month === undefined) throw notFound()
  return month
}

const readRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/accruals', {
    config: manage,
    summary: 'List the months of accruals',
    description: 'The latest first. A month is opened by the window, and closed by it or by hand.',
    returns: Type.Object(
      { months: Type.Array(periodSchema) },
      { title: 'AccrualMonths', examples: [{ months: [periodExample] }] },
    ),
    handler: async (request) => ({ months: (await listAccruals(app, actorOf(request))).map(periodToV2) }),
  })

  onGet(server, '/v2/accruals/:month', {
    config: manage,
    operationId: 'getAccrualMonth',
    summary: 'Get the accruals of a month',
    description:
      'By firm and matter, of the matters that you see: what is stated, what counts in place of an answer, and what is accrued; of an open month as it would be if it were closed now.',
    params: monthParameter,
    returns: Type.Object(accrualsSchema, { title: 'Accruals', examples: [accrualsExample] }),
    handler: async (request) =>
      accrualsToV2(await getAccruals(app, actorOf(request), monthOf(request.params.month))),
  })

  onPost(server, '/v2/accruals/:month/close', {
    config: manage,
    operationId: 'closeAccruals',
    summary: 'Close a month of accruals',
    description:
      'What is accrued does not change any more, and what the month before has accrued is reversed. 409 when it is closed, or an earlier one is open.',
    params: monthParameter,
    handler: (request) => closeAccruals(app, actorOf(request), monthOf(request.params.month)),
  })
}

const columns: readonly TableColumn[] = [
  { title: 'Date', kind: 'date' },
  { title: 'Kind', kind: 'text' },
  { title: 'FirmId', kind: 'number' },
  { title: 'Firm', kind: 'text' },
  { title: 'MatterId', kind: 'number' },
  { title: 'Matter', kind: 'text' },
  { title: 'Currency', kind: 'text' },
  { title: 'Amount', kind: 'number' },
  { title: 'Source', kind: 'text' },
  { title: 'Phase', kind: 'text' },
]

const cellsOf = ({ date, kind, firm, matter, currency, amount, source, phase }: LedgerLine) =>
  [
    date,
    kind,
    firm.id,
    firm.name,
    matter?.id ?? null,
    matter?.name ?? 'Restricted',
    currency,
    amount,
    source,
    phase,
  ] as const

const exportRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/accruals/:month/lines', {
    config: manage,
    operationId: 'getAccrualLines',
    summary: 'Get the lines of a closed month for the ledger',
    description:
      'Accruals on the last day of the month, and reversals of those of the month before on its first day. 403 where some are of matters that you do not see, without the permission SeeAllSpend.',
    params: monthParameter,
    returns: Type.Object(
      { lines: Type.Array(ledgerLineSchema) },
      { title: 'AccrualLines', examples: [{ lines: [ledgerExample] }] },
    ),
    handler: async (request) => {
      const lines = await ledgerLinesOf(app, actorOf(request), monthOf(request.params.month))
      return { lines: lines.map(ledgerLineToV2) }
    },
  })

  onGet(server, '/v2/accruals/:month/lines.csv', {
    config: manage,
    operationId: 'exportAccrualLines',
    summary: 'Download the lines of a closed month for the ledger',
    description: 'The same as CSV.',
    params: monthParameter,
    responses: {
      200: {
        description: 'The lines.',
        content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } },
      },
    },
    handler: async (request, reply) => {
      const lines = await ledgerLinesOf(app, actorOf(request), monthOf(request.params.month))
      return reply
        .header('content-disposition', attachmentNamed(`Accruals ${request.params.month}.csv`))
        .type('text/csv; charset=utf-8; header=present')
        .send(csvOf({ columns, rows: Readable.from([lines.map(cellsOf)]) }))
    },
  })
}

const settingsRoutes: RouteModule = (server, app) => {
  const path = '/v2/invoices/accrualSettings'
  const read = async (organisationId: number) => {
    const { version, remindDays, ...settings } = await getAccrualSettings(app.db, organisationId)
    return { version, settings: { ...settings, remindDays: [...remindDays] } }
  }

  onGet(server, path, {
    config: administer,
    operationId: 'getAccrualSettings',
    summary: 'Get the window of accruals',
    description: 'For administrators.',
    returns: Type.Object(settingsProperties, { title: 'AccrualSettings', examples: [settingsExample] }),
    handler: async (request, reply) => {
      const { version, settings } = await read(actorOf(request).organisationId)
      reply.header('etag', etagOf(version))
      return settings
    },
  })

  onPut(server, path, {
    config: {
      ...administer,
      ifMatch: true,
      documentedBodies: jsonBody(
        Type.Object(settingsProperties, { additionalProperties: false }),
        settingsExample,
      ),
    },
    operationId: 'setAccrualSettings',
    summary: 'Set the window of accruals',
    description: 'For the months that are not open yet. With If-Match, only the version that you have read.',
    returns: Type.Object(settingsProperties, { title: 'AccrualSettings', examples: [settingsExample] }),
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const properties = propertiesOf(request.body, Object.keys(settingsProperties))
      const before = await getAccrualSettings(app.db, actor.organisationId)
      const numberIn = (name: 'opensDay' | 'closesDay') =>
        name in properties ? Number(properties[name] ?? Number.NaN) : before[name]
      const { remindDays = before.remindDays } = properties
      await setAccrualSettings(app, actor, {
        given: {
          enabled: truthIn(properties, 'enabled') ?? before.enabled,
          opensDay: numberIn('opensDay'),
          closesDay: numberIn('closesDay'),
          remindDays: Array.isArray(remindDays) ? remindDays.map(Number) : [Number.NaN],
          unanswered: choiceIn(properties, 'unanswered', unansweredWays) ?? before.unanswered,
        },
        checkVersion: versionCheck(request),
      })
      const { version, settings } = await read(actor.organisationId)
      reply.header('etag', etagOf(version))
      return settings
    },
  })
}

export const accrualRoutes: RouteModule = (server, app) => {
  for (const routes of [readRoutes, exportRoutes, settingsRoutes]) routes(server, app)
}
