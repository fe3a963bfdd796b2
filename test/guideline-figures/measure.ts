// What the rules of the guidelines find in invoices with planted faults, and in files of invoices.
import { defaultSettings, guidelineRules } from '../../server/invoices/guidelines/registry.ts'
import { type AppliedRule, findFlags } from '../../server/invoices/guidelines/find-flags.ts'
import type { GuidedInvoice, GuidelineContext, Settings } from '../../server/invoices/guidelines/rule.ts'
import { closedOn, openedOn, type Planted, plantedInvoice } from './generate.ts'
import { randomFrom } from '../chance.ts'

export interface RuleFigures {
  readonly rule: string
  planted: number
  found: number
  /** Flags where nothing was planted. */
  wrong: number
}

const more: Readonly<Record<string, Settings>> = {
  expenseCap: { limits: [{ code: 'E101', most: 50 }] },
  scope: { tasks: ['L1', 'L2'], activities: [] },
}

/** Every rule with its usual settings, and with limits and codes where it has none. */
const measuredRules: readonly AppliedRule[] = guidelineRules.map((rule) => ({
  rule: rule.name,
  severity: rule.severity,
  settings: more[rule.name] ?? defaultSettings(rule),
  firmText: rule.firmText,
}))

/** The same context as that of an invoice without anything around it. */
export const contextOf = (values: Partial<GuidelineContext> = {}): GuidelineContext => ({
  today: '2026-06-03',
  matter: { openedOn, closedOn },
  hoursElsewhere: () => 0,
  linesElsewhere: () => [],
  agreedFees: [],
  volume: undefined,
  available: undefined,
  agreedRates: new Map(),
  hasAgreedRates: false,
  ...values,
})

/** `rule line` of all that is found. */
export async function foundIn(invoice: GuidedInvoice, context: GuidelineContext): Promise<readonly string[]> {
  const flags = await findFlags(invoice, context, measuredRules)
  return flags.map(({ applied, line }) => `${applied.rule} ${line ?? 0}`)
}

const contextOfPlanted = (planted: Planted): GuidelineContext =>
  contextOf({
    today: planted.today,
    hoursElsewhere: (who, day) => planted.hoursElsewhere.get(`${who} ${day}`) ?? 0,
    linesElsewhere: (who, day, hours) => planted.linesElsewhere.get(`${who} ${day} ${hours}`) ?? [],
    agreedFees: planted.agreedFees,
    volume: planted.volume,
    available: planted.available,
    agreedRates: planted.agreedRates,
    hasAgreedRates: true,
  })

/** Figures by rule over so many invoices from a seed, and what was missed or wrong, to look at. */
export async function measure(invoices: number, seed: number) {
  const random = randomFrom(seed)
  const figures = new Map(
    guidelineRules.map(({ name }): [string, RuleFigures] => [
      name,
      { rule: name, planted: 0, found: 0, wrong: 0 },
    ]),
  )
  const differences: string[] = []
  for (let at = 0; at < invoices; at++) {
    const planted = await plantedInvoice(random)
    const found = new Set(await foundIn(planted.invoice, contextOfPlanted(planted)))
    for (const each of new Set([...planted.expected, ...found])) {
      const [rule = '', line] = each.split(' ')
      const figure = figures.get(rule)
      if (!figure) continue
      const [isPlanted, isFound] = [planted.expected.has(each), found.has(each)]
      if (isPlanted) figure.planted++
      if (isPlanted && isFound) figure.found++
      if (!isPlanted) figure.wrong++
      if (isPlanted !== isFound) {
        const text = planted.invoice.lines[Number(line) - 1]?.description
        differences.push(`${isPlanted ? 'missed' : 'wrong'} ${each}: ${text ?? 'the invoice'}`)
      }
    }
  }
  return { figures: [...figures.values()], differences }
}
