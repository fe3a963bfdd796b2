// v2 of the financial settings of your own organisation.
import Type from 'typebox'
import { actorOf, type Server } from '../../../http/route.ts'
import { onGet, onPatch } from '../../../http/routes.ts'
import { mergePatchBody } from '../../../http/v2/bodies.ts'
import { choiceIn, given, neverNull, propertiesOf, textIn } from '../../../http/v2/merge-patch.ts'
import { nullable } from '../../../http/v2/references.wire.ts'
import { badInput } from '../../../platform/errors.ts'
import { setFinancialSettings } from '../commands/set-financial-settings.ts'
import { type FinancialSettings, longestRateAge, type RateDay, rateDays } from '../financial-settings.ts'
import { getFinancialSettings } from '../read-organisations.ts'
import type { App } from '../../../platform/app.ts'

const settings = {
  currency: Type.Optional(Type.String({ description: 'Three letters (ISO 4217).' })),
  yearEndMonth: Type.Optional(Type.Integer({ minimum: 1, maximum: 12, description: '1 is January.' })),
  yearEndDay: Type.Optional(Type.Integer({ minimum: 1, maximum: 31 })),
  accountsPayableContacts: nullable<string>('string', {
    description: 'Addresses of the people who pay, separated by commas.',
  }),
  exchangeRateDay: Type.Optional(
    Type.Unsafe<RateDay>({
      type: 'string',
      enum: [...rateDays],
      description:
        'Which day chooses the rate of exchange of an invoice in another currency. None: no rates are kept.',
    }),
  ),
  exchangeRateMaxAge: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: longestRateAge,
      description: 'For how many days a rate of exchange applies after its own.',
    }),
  ),
}
const example = {
  currency: 'NZD',
  yearEndMonth: 6,
  yearEndDay: 30,
  accountsPayableContacts: 'payables@harbour.example',
  exchangeRateDay: 'ApprovalDate' as const,
  exchangeRateMaxAge: 31,
}

type Changes = Partial<Omit<FinancialSettings, 'organisationId'>>

function changesFromV2(body: unknown): Changes {
  const properties = propertiesOf(body, Object.keys(settings))
  return given({
    currency: neverNull('currency', textIn(properties, 'currency')),
    yearEndMonth: numberIn(properties, 'yearEndMonth'),
    yearEndDay: numberIn(properties, 'yearEndDay'),
    accountsPayableContacts: textIn(properties, 'accountsPayableContacts', { longest: 1_000 }),
    exchangeRateDay: neverNull('exchangeRateDay', choiceIn(properties, 'exchangeRateDay', rateDays)),
    exchangeRateMaxAge: numberIn(properties, 'exchangeRateMaxAge'),
  })
}

function numberIn(properties: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = properties[name]
  if (value === undefined || (typeof value === 'number' && Number.isInteger(value))) return value
  throw badInput(name, 'must be a whole number.')
}

/** Adds the routes of financial settings, which belong to those of organisations. */
export function addFinancialSettingsRoutes(server: Server, app: App): void {
  onGet(server, '/v2/financialSettings', {
    config: { access: { right: 'use' } },
    summary: 'Get the financial settings of your organisation',
    description: 'Currency and rates of exchange, end of the financial year, and accounts payable contacts.',
    returns: Type.Object(settings, { examples: [example] }),
    handler: async (request) => {
      const { organisationId: _, ...shown } = await getFinancialSettings(app, actorOf(request))
      return shown
    },
  })

  onPatch(server, '/v2/financialSettings', {
    config: {
      access: { right: 'administer' },
      documentedBodies: mergePatchBody(Type.Object(settings, { additionalProperties: false }), example),
    },
    summary: 'Update the financial settings of your organisation',
    description: 'The year may end on any day of a year without 29 February.',
    handler: async (request) => {
      const actor = actorOf(request)
      const changes = changesFromV2(request.body)
      await setFinancialSettings(app, actor, { organisationId: actor.organisationId, ...changes })
    },
  })
}
