// Running the rules of a guideline over an invoice.
import { createYielder } from '../../platform/workers/yield-event-loop.ts'
import type { StoredLine } from '../stored-lines.ts'
import { hoursOf, whoOf, wordsOf } from './reading.ts'
import { findRule } from './registry.ts'
import type {
  Finding,
  GuidedInvoice,
  GuidedLine,
  GuidelineContext,
  GuidelineRule,
  OnInvoice,
  Settings,
  Severity,
} from './rule.ts'

/** A rule that is on, as it applies to an invoice. */
export interface AppliedRule {
  readonly rule: string
  readonly severity: Severity
  readonly settings: Settings
  /** What the firm is told. */
  readonly firmText: string
}

export interface FoundFlag<Applied extends AppliedRule = AppliedRule> extends Finding {
  readonly applied: Applied
}

/** The lines with what rules need of them. Yields to other requests in between. */
export async function guidedLines(
  lines: readonly Omit<GuidedLine, 'who' | 'hours' | 'words'>[],
): Promise<readonly GuidedLine[]> {
  const turn = createYielder()
  const guided: GuidedLine[] = []
  for (const line of lines) {
    guided.push({
      ...line,
      who: whoOf(line),
      hours: hoursOf(line.quantity),
      words: wordsOf(line.description),
    })
    await turn()
  }
  return guided
}

/** A line as rules see it, of one that is stored or about to be. */
export type LineToCheck = Omit<
  StoredLine,
  'agreedRate' | 'taxCode' | 'taxCorrection' | (`approved${string}` & keyof StoredLine)
>

/** What the rules find, in the order of the rules and lines. Yields to other requests in between. */
export async function findFlags<Applied extends AppliedRule>(
  invoice: GuidedInvoice,
  context: GuidelineContext,
  rules: readonly Applied[],
): Promise<readonly FoundFlag<Applied>[]> {
  const turn = createYielder()
  const flags: FoundFlag<Applied>[] = []
  for (const applied of rules) {
    const rule = findRule(applied.rule)
    if (rule === undefined) continue
    // for each rule another one: what a rule works out once belongs to its settings
    for (const finding of findingsOf(rule, applied.settings, { invoice, context })) {
      if (finding) flags.push({ ...finding, applied })
      await turn()
    }
  }
  return flags
}

/** What a rule finds; undefined where others may have their turn. */
function* findingsOf(rule: GuidelineRule, settings: Settings, on: OnInvoice): Iterable<Finding | undefined> {
  if ('ofInvoice' in rule) {
    yield* rule.ofInvoice(settings, on)
    return
  }
  for (const line of on.invoice.lines) {
    const found = rule.ofLine(line, settings, on)
    yield found && { ...found, line: line.number }
  }
}
