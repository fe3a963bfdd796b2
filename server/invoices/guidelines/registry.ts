// All rules of billing guidelines. Another one is a file in rules/ and a line here.
import { bareObject } from '../../platform/bare-object.ts'
import type { GuidelineRule, Settings, SettingValue } from './rule.ts'
import { overBudget, scope } from './rules/bounds.ts'
import { duplicates } from './rules/duplicates.ts'
import { expenseCap, receipt } from './rules/expenses.ts'
import {
  earlySuccessFee,
  hourlyInFixedFee,
  overCap,
  overFixedFee,
  overSuccessFee,
  volumeDiscount,
} from './rules/agreed-fees.ts'
import { hoursPerDay } from './rules/hours-per-day.ts'
import { meetings } from './rules/meetings.ts'
import { lateInvoice, oldWork, workOutsideMatter } from './rules/periods.ts'
import { rateAboveAgreed, timekeeperNotAgreed } from './rules/rates.ts'
import { administrative, blockBilling, vagueText } from './rules/texts.ts'
import { travel } from './rules/travel.ts'

/** In the order in which they are shown. */
export const guidelineRules: readonly GuidelineRule[] = [
  rateAboveAgreed,
  timekeeperNotAgreed,
  hoursPerDay,
  duplicates,
  workOutsideMatter,
  oldWork,
  lateInvoice,
  expenseCap,
  receipt,
  vagueText,
  blockBilling,
  administrative,
  meetings,
  travel,
  scope,
  hourlyInFixedFee,
  overFixedFee,
  earlySuccessFee,
  overSuccessFee,
  overCap,
  volumeDiscount,
  overBudget,
]

const byName = new Map(guidelineRules.map((rule) => [rule.name, rule]))

/** The rule of this name. */
export const findRule = (name: string): GuidelineRule | undefined => byName.get(name)

/** The settings that a rule has unless others are set. */
export function defaultSettings({ settings }: GuidelineRule): Settings {
  const defaults = bareObject<SettingValue>()
  for (const [name, setting] of Object.entries(settings)) defaults[name] = setting.default
  return defaults
}
