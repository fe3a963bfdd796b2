// What a firm may know of flags: the line and the text that the organisation words for it. No setting, no number that
// follows from other invoices or from the budget, and nothing of rules that are hidden.
import type { FoundFlag } from './find-flags.ts'
import { findRule } from './registry.ts'

export interface FirmFlag {
  /** The number of the line; null for the whole invoice. */
  readonly line: number | null
  readonly text: string
  /** Whether the invoice cannot be posted as it is. */
  readonly refused: boolean
}

/** The flags as the firm sees them, in the order of the lines; the same text once for each line. */
export function firmViewOf(flags: readonly FoundFlag[]): readonly FirmFlag[] {
  const seen = new Map<string, FirmFlag>()
  for (const { line, applied } of flags) {
    if (findRule(applied.rule)?.isHidden === true) continue
    const refused = applied.severity === 'Reject'
    const key = `${line} ${applied.firmText}`
    if (refused || !seen.has(key)) seen.set(key, { line, text: applied.firmText, refused })
  }
  return [...seen.values()].sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
}
