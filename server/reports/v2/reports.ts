// v2 of reports: what they can be made of, and their figures as an answer and as a file.
import Type from 'typebox'
import type { Actor } from '../../platform/actor.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { badInput } from '../../platform/errors.ts'
import { skipSchemaValidation } from '../../http/v2/odata.ts'
import type { ReportedSource } from '../../http/v2/reports/reported-list.ts'
import { exportFormats, exportResponse, formatSchema, sendExport } from '../../http/v2/reports/send-export.ts'
import { nearestNames } from '../../platform/nearest-names.ts'
import { dashboardsFor } from '../dashboards.ts'
import { listedIn, readyReports, reportLists } from '../report-lists.ts'
import { askedReport, checkWhole, readReport, reportToV2, runAsked, withFieldsOf } from './asked-report.ts'
import { dayIn, definitionExample, definitionProperties, measuresFor } from './definitions.wire.ts'
import { figuresSchema, unitSchema } from './figures.wire.ts'
import { reportFile } from './report-file.ts'

const config = { access: { right: 'use' } } as const

const named = { name: Type.String(), title: Type.String() }

const catalogueSchema = Type.Object(
  {
    lists: Type.Array(
      Type.Object({
        ...named,
        listedIn: Type.String({ description: 'The list that filters are of, and that groups open.' }),
        measures: Type.Array(Type.Object({ ...named, unit: unitSchema })),
        dimensions: Type.Array(Type.Object({ ...named, isDate: Type.Boolean() })),
        ownCurrency: Type.Boolean({
          description: 'Whether amounts can be in the currency of your organisation.',
        }),
      }),
    ),
    ready: Type.Array(
      Type.Object({ id: Type.String(), name: Type.String(), about: Type.String(), ...definitionProperties }),
    ),
    dashboards: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        about: Type.String(),
        tiles: Type.Array(Type.String(), { description: 'Ids of the ready-made reports, in order.' }),
      }),
      { description: 'Those for the work that you do: in a legal department or a law firm.' },
    ),
  },
  {
    title: 'ReportCatalogue',
    examples: [
      {
        lists: [
          {
            name: 'invoices',
            title: 'Invoices',
            listedIn: 'invoices',
            measures: [{ name: 'approved', title: 'Approved', unit: 'amount' }],
            dimensions: [{ name: 'firm', title: 'Firm', isDate: false }],
            ownCurrency: true,
          },
        ],
        ready: [
          {
            id: 'spend-by-firm',
            name: 'Spend by firm',
            about: 'What each firm billed.',
            ...definitionExample,
          },
        ],
        dashboards: [
          {
            id: 'general-counsel',
            name: 'General counsel',
            about: 'What is spent and with whom.',
            tiles: ['spend-by-firm'],
          },
        ],
      },
    ],
  },
)

const text = (description: string) => Type.Optional(Type.String({ description }))

const queryProperties = {
  list: Type.String({ description: reportLists.map(({ name }) => name).join(', ') }),
  filter: text('A $filter of the list in OData: docs/odata.md.'),
  by: text('Up to two dimensions, such as firm,invoiceDate/Quarter.'),
  measures: Type.String({ description: 'What is computed, such as approved,reduced.' }),
  range: text('Days of one date: invoiceDate/ThisYear, invoiceDate/2026-01-01..2026-03-31.'),
  compare: text('LastYear: with the same days of the year before.'),
  order: text('Value or Key.'),
  chart: text('First, Grouped or Stacked: which measures a chart draws.'),
  top: text('How many groups of the first dimension, in each currency: 100 without.'),
  ownCurrency: text('true: amounts in the currency of your organisation; a total without all rates is null.'),
  asOf: text(
    'A day such as 2026-05-06: ages and ranges are those of that day, and what was created later is left out.',
  ),
}

const parameters = Object.keys(queryProperties)

/** The definition in a query; 400 for a parameter that reports do not have. */
function writtenIn(query: Readonly<Record<string, unknown>>, more: readonly string[] = []) {
  for (const [name, value] of Object.entries(query)) {
    const known = [...parameters, ...more]
    if (!known.includes(name)) {
      const near = nearestNames(name, known, 3)
      throw badInput(
        name.slice(0, 50) || 'query',
        `is no parameter of reports: ${(near.length > 0 ? near : known).join(', ')}.`,
      )
    }
    if (typeof value !== 'string') throw badInput(name, 'may be given only once.')
  }
  const { asOf, ...written } = query
  return {
    written: { ...written, list: written['list'] },
    asOf: typeof asOf === 'string' ? dayIn('asOf', asOf) : null,
  }
}

/** The name of a file; null without one. */
function nameIn(name: unknown): string | null {
  if (name === undefined || name === '') return null
  if (typeof name !== 'string') throw badInput('name', 'may be given only once.')
  if (name.length > longestName) throw badInput('name', `must have ${longestName} characters at most.`)
  return name
}

const longestName = 200

/** The routes of reports of these lists. */
export const reportRoutes =
  (sources: readonly ReportedSource[]): RouteModule =>
  (server, app) => {
    const openWhole = (name: string, actor: Actor) =>
      sources.find((source) => source.name === name)?.open(app, actor, { named: [], all: true })

    onGet(server, '/v2/reports/catalogue', {
      config,
      operationId: 'getReportCatalogue',
      summary: 'Get what reports can be made of',
      description:
        'The lists with their measures and dimensions, custom fields among them; reports that are ready to be run, and dashboards of them.',
      returns: catalogueSchema,
      handler: async (request) => {
        const actor = actorOf(request)
        // several reported lists can be of the same one
        const forReader = reportLists.filter(({ isFor = () => true }) => isFor(actor))
        const opened = new Map(
          [...new Set(forReader.map(listedIn))].map((name) => [name, openWhole(name, actor)]),
        )
        const listed = forReader.map(async (list) => {
          const reportable = withFieldsOf(list.reportable(app.clock.now()), await opened.get(listedIn(list)))
          const { dimensions, dates, measures } = reportable
          return {
            name: list.name,
            title: list.title,
            listedIn: listedIn(list),
            measures: measuresFor(list, reportable, actor).flatMap((name) => {
              const measure = measures[name]
              return measure ? [{ name, title: measure.title, unit: measure.unit }] : []
            }),
            dimensions: Object.entries(dimensions).map(([name, { title }]) => ({
              name,
              title,
              isDate: dates.includes(name),
            })),
            ownCurrency: list.inOwnCurrency !== undefined && actor.organisationType === 'Customer',
          }
        })
        const all = await Promise.all(listed)
        // of some lists other organisations have no figures
        const lists = all.filter(({ measures }) => measures.length > 0)
        const isAskable = ({ list, measures }: (typeof readyReports)[number]) =>
          measures.every((name) =>
            lists.find((each) => each.name === list)?.measures.some((each) => each.name === name),
          )
        const ready = readyReports
          .filter(isAskable)
          .map(({ by, measures, ...rest }) => ({ ...rest, by: [...by], measures: [...measures] }))
        // a tile is there for those who can be answered its figures
        const dashboards = dashboardsFor(actor).map(({ tiles, ...rest }) => ({
          ...rest,
          tiles: tiles.filter((id) => ready.some((each) => each.id === id)),
        }))
        return { lists, ready, dashboards }
      },
    })

    onGet(server, '/v2/reports/figures', {
      config,
      ...skipSchemaValidation,
      operationId: 'getReportFigures',
      summary: 'Compute a report',
      description:
        'Measures of a list, put together by up to two dimensions, of what the filter finds and you may see. Anyone who has the permission SeeAllSpend gets the amounts of all matters of the organisation: those that they do not see are one group, Restricted. Amounts are exact, by currency. 1,000 groups at most.',
      querystring: Type.Object(queryProperties),
      returns: figuresSchema,
      handler: (request) => {
        const actor = actorOf(request)
        const asked = writtenIn(request.query)
        return readReport(app, async (reading) =>
          reportToV2(reading, actor, await askedReport(reading, actor, sources, asked)),
        )
      },
    })

    server.get(
      '/v2/reports/export',
      {
        config,
        ...skipSchemaValidation,
        schema: {
          operationId: 'exportReport',
          summary: 'Export a report',
          description:
            'The groups of a report as CSV, XLSX or JSON: a column for each dimension, the currency and each measure. XLSX begins with the name, what the figures are of, their days, whether they are with tax, and notes; it ends with the totals.',
          querystring: Type.Object({
            ...queryProperties,
            name: text('What the file and its sheet are called; what the report is of without it.'),
            format: formatSchema,
          }),
          response: exportResponse,
        },
      },
      async (request, reply) => {
        const actor = actorOf(request)
        const { format: wanted = 'csv', name, ...query } = request.query as Readonly<Record<string, unknown>>
        const format = exportFormats.find((each) => each === wanted)
        if (!format) throw badInput('format', `must be one of ${exportFormats.join(', ')}.`)
        const asked = writtenIn(query)
        const file = await readReport(app, async (reading) => {
          const report = await askedReport(reading, actor, sources, asked)
          const run = await runAsked(reading, actor, report)
          checkWhole(run)
          return reportFile(reading, actor, { asked: report, run, name: nameIn(name) })
        })
        return sendExport(reply, { format, ...file })
      },
    )
  }
