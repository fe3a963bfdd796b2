// Guidelines as they are written: the rules on which the organisation, or one for a firm or a matter, decides.
import { isDecimal, decimalText } from '../../platform/decimal.ts'
import { bareObject } from '../../platform/bare-object.ts'
import { activityCodes, expenseCodes, taskCodes } from '../ledes/codes.ts'
import type { AppliedRule } from './find-flags.ts'
import { findRule, guidelineRules } from './registry.ts'
import type { CodeLimit, GuidelineRule, Setting, SettingValue } from './rule.ts'

/** What a guideline says of one rule. */
export interface RuleInGuideline extends AppliedRule {
  readonly on: boolean
}

/** A version of a guideline, with the rules it decides on. */
export interface GuidelineRules {
  readonly id: number
  readonly rules: readonly RuleInGuideline[]
}

/** A rule that applies, with the version of the guideline that says so. */
export interface RuleOfVersion extends AppliedRule {
  readonly guidelineId: number
}

/**
 * The rules that are on. The first of the guidelines that decides on a rule has it: the most special one comes first.
 */
export function rulesInForce(guidelines: readonly GuidelineRules[]): readonly RuleOfVersion[] {
  return guidelineRules.flatMap(({ name }) => {
    for (const { id, rules } of guidelines) {
      const decided = rules.find(({ rule }) => rule === name)
      if (decided === undefined) continue
      const { on, ...applied } = decided
      return on ? [{ ...applied, guidelineId: id }] : []
    }
    return []
  })
}

export const longestFirmText = 500
const mostEntries = 200
const longestPhrase = 100

/** What is wrong with the rules of a guideline, each named `rules[2].settings.hours`; empty if nothing is. */
export function guidelineProblems(rules: readonly RuleInGuideline[]): Record<string, string[]> {
  const errors = bareObject<string[]>()
  const seen = new Set<string>()
  for (const [index, entry] of rules.entries()) {
    const at = `rules[${index}]`
    const rule = findRule(entry.rule)
    if (rule === undefined) {
      errors[`${at}.rule`] = [`must be one of ${guidelineRules.map(({ name }) => name).join(', ')}.`]
      continue
    }
    if (seen.has(entry.rule)) errors[`${at}.rule`] = ['is given twice.']
    seen.add(entry.rule)
    if (!rule.severities.includes(entry.severity)) {
      errors[`${at}.severity`] = [`must be one of ${rule.severities.join(', ')} for this rule.`]
    }
    for (const [name, problem] of Object.entries(settingProblems(rule, entry))) {
      errors[`${at}.settings.${name}`] = [problem]
    }
  }
  return errors
}

function settingProblems({ settings }: GuidelineRule, entry: RuleInGuideline): Record<string, string> {
  const problems = bareObject<string>()
  for (const name of Object.keys(entry.settings)) {
    if (!Object.hasOwn(settings, name)) problems[name.slice(0, 100)] = 'is no setting of this rule.'
  }
  for (const [name, setting] of Object.entries(settings)) {
    const problem = problemOf(setting, entry.settings[name])
    if (problem !== undefined) problems[name] = problem
  }
  return problems
}

function problemOf(setting: Setting, value: SettingValue | undefined): string | undefined {
  if (setting.kind === 'number') {
    const { least, most } = setting
    const fits = typeof value === 'number' && value >= least && value <= most && isShort(value)
    return fits ? undefined : `must be a number from ${least} to ${most}, with at most 2 decimal places.`
  }
  if (!Array.isArray(value) || value.length > mostEntries) return `must be a list of at most ${mostEntries}.`
  if (setting.kind === 'limits') {
    return value.every(isLimit)
      ? undefined
      : 'must have expense codes such as E101, each with the amount that is allowed.'
  }
  if (setting.kind === 'codes') {
    return value.every(isCode) ? undefined : 'must have UTBMS codes such as L120 or A103, or how they begin.'
  }
  return value.every(isPhrase) ? undefined : `must have words or phrases of 1 to ${longestPhrase} characters.`
}

const isShort = (value: number) => isDecimal(decimalText(value), 9, 2)

const isLimit = (each: unknown) => {
  if (typeof each !== 'object' || each === null) return false
  const { code, most } = each as CodeLimit
  return expenseCodes.has(code) && typeof most === 'number' && most >= 0 && isShort(most)
}

const codes = [...taskCodes, ...activityCodes]
const isCode = (each: unknown) =>
  typeof each === 'string' && each !== '' && codes.some((code) => code.startsWith(each))

const isPhrase = (each: unknown) =>
  typeof each === 'string' && each.trim() !== '' && each.length <= longestPhrase
