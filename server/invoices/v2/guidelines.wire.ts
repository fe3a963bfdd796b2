// Billing guidelines in the shapes of v2.
import Type from 'typebox'
import { bareObject } from '../../platform/bare-object.ts'
import { choiceIn, inside, needed, propertiesOf, textIn, truthIn } from '../../http/v2/merge-patch.ts'
import { auditedByUser, createdExample, doneBy, nullable } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import { longestFirmText, type RuleInGuideline } from '../guidelines/guideline.ts'
import { defaultSettings, findRule, guidelineRules } from '../guidelines/registry.ts'
import { severities, type SettingValue } from '../guidelines/rule.ts'
import type { RuleCounts } from '../guidelines/stored-flags.ts'
import type { GuidelineVersion } from '../guidelines/stored-guidelines.ts'
import { settingsSchema, severitySchema } from './flags.wire.ts'

const rule = {
  rule: Type.String({ description: 'The name of the rule.' }),
  on: Type.Boolean({ description: 'Off, it overrules a guideline that is less special.' }),
  severity: severitySchema,
  settings: settingsSchema,
  firmText: Type.String({ maxLength: longestFirmText, description: 'What the firm is told.' }),
} as const

const ruleExample = {
  rule: 'hoursPerDay',
  on: true,
  severity: 'Reduce',
  settings: { hours: 10 },
  firmText: 'The hours of this timekeeper on this day are more than is allowed.',
} as const

const version = {
  version: Type.Integer(),
  note: Type.String(),
  set: Type.Object(auditedByUser),
  rules: Type.Array(Type.Object(rule)),
} as const

export const guidelineSchema = Type.Object(
  {
    version: Type.Integer({ description: '0 where none was set.' }),
    rules: Type.Array(Type.Object(rule), { description: 'Those of the latest version.' }),
    versions: Type.Array(Type.Object(version), { description: 'All that were set, the latest first.' }),
  },
  {
    title: 'BillingGuideline',
    examples: [
      {
        version: 3,
        rules: [ruleExample],
        versions: [{ version: 3, note: 'For 2026', set: createdExample, rules: [ruleExample] }],
      },
    ],
  },
)

const setting = Type.Object({
  name: Type.String(),
  kind: Type.Unsafe<'number' | 'codes' | 'phrases' | 'limits'>({
    type: 'string',
    enum: ['number', 'codes', 'phrases', 'limits'],
    description: 'limits: amounts by expense code, as {"code": "E101", "most": 50}.',
  }),
  least: nullable<number>('number'),
  most: nullable<number>('number'),
})

export const rulesSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        rule: Type.String(),
        settings: Type.Array(setting),
        severities: Type.Array(severitySchema),
        hiddenFromFirms: Type.Boolean(),
        default: Type.Object(rule),
        found: Type.Integer({ description: 'Flags on all invoices.' }),
        dismissed: Type.Integer({ description: 'Those that were dismissed: false alarms.' }),
        actedOn: Type.Integer({ description: 'Those whose line was reduced or rejected.' }),
      }),
    ),
  },
  {
    title: 'BillingGuidelineRules',
    examples: [
      {
        items: [
          {
            rule: 'hoursPerDay',
            settings: [{ name: 'hours', kind: 'number', least: 0.25, most: 24 }],
            severities: [...severities],
            hiddenFromFirms: false,
            default: ruleExample,
            found: 41,
            dismissed: 3,
            actedOn: 30,
          },
        ],
      },
    ],
  },
)

/** All rules, with how often each has found something. */
export const rulesToV2 = (counts: readonly RuleCounts[]) => ({
  items: guidelineRules.map((each) => {
    const counted = counts.find((count) => count.rule === each.name)
    return {
      rule: each.name,
      settings: Object.entries(each.settings).map(([name, its]) => ({
        name,
        kind: its.kind,
        least: its.kind === 'number' ? its.least : null,
        most: its.kind === 'number' ? its.most : null,
      })),
      severities: [...each.severities],
      hiddenFromFirms: each.isHidden === true,
      default: {
        rule: each.name,
        on: false,
        severity: each.severity,
        settings: defaultSettings(each),
        firmText: each.firmText,
      },
      found: counted?.found ?? 0,
      dismissed: counted?.dismissed ?? 0,
      actedOn: counted?.actedOn ?? 0,
    }
  }),
})

const rulesOf = (rules: readonly RuleInGuideline[]) => rules.map((each) => ({ ...each }))

/** A guideline with its versions. */
export const guidelineToV2 = (versions: readonly GuidelineVersion[]) => ({
  version: versions[0]?.version ?? 0,
  rules: rulesOf(versions[0]?.rules ?? []),
  versions: versions.map((each) => ({
    version: each.version,
    note: each.note,
    set: { dateUtc: each.at.toISOString(), ...doneBy(each.by) },
    rules: rulesOf(each.rules),
  })),
})

const sentRules = Type.Array(
  Type.Object({
    ...rule,
    severity: Type.Optional(severitySchema),
    settings: Type.Optional(settingsSchema),
    firmText: Type.Optional(rule.firmText),
  }),
  { description: 'What is left out of a rule is as its default.' },
)

/** Documents a new version. */
export const newGuidelineSchema = Type.Object({
  rules: sentRules,
  note: Type.String({ minLength: 1, maxLength: 2_000, description: 'Why it is set.' }),
})
export const newGuidelineExample = { rules: [ruleExample], note: 'For 2026' }

/** Documents trying rules on an invoice. */
export const tryingSchema = Type.Object({
  invoice: Type.Object({ id: Type.Integer() }),
  rules: Type.Optional(sentRules),
})

/** The rules in a body. Only their shapes are checked here. */
export function guidelineRulesFromV2(rules: unknown): readonly RuleInGuideline[] {
  if (!Array.isArray(rules) || rules.length > guidelineRules.length) {
    throw badInput('rules', `must be a list of at most ${guidelineRules.length} rules.`)
  }
  return rules.map((each: unknown, index) => inside(`rules[${index}]`, () => ruleFrom(each)))
}

function ruleFrom(body: unknown): RuleInGuideline {
  const sent = propertiesOf(body, Object.keys(rule))
  const name = needed('rule', textIn(sent, 'rule') ?? undefined)
  const known = findRule(name)
  if (!known) throw badInput('rule', `must be one of ${guidelineRules.map((each) => each.name).join(', ')}.`)
  return {
    rule: name,
    on: truthIn(sent, 'on') ?? true,
    severity: choiceIn(sent, 'severity', severities) ?? known.severity,
    settings: { ...defaultSettings(known), ...settingsIn(sent['settings']) },
    firmText: textIn(sent, 'firmText', { longest: longestFirmText }) ?? known.firmText,
  }
}

function settingsIn(sent: unknown): Readonly<Record<string, SettingValue>> {
  if (sent === undefined || sent === null) return {}
  if (typeof sent !== 'object' || Array.isArray(sent)) throw badInput('settings', 'must be an object.')
  const settings = bareObject<SettingValue>()
  for (const [name, value] of Object.entries(sent)) {
    settings[name] = (Array.isArray(value) ? value.map(entryIn) : value) as SettingValue
  }
  return settings
}

/** An entry of a list: a limit is exactly its code and its amount. */
function entryIn(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return entry
  const { code, most } = entry as { readonly code?: unknown; readonly most?: unknown }
  return { code, most }
}
