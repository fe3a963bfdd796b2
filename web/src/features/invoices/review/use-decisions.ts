// Decisions that are shown at once and sent together: somebody who reviews by keyboard decides several times a second.
import { useCallback, useEffect, useRef, useState } from 'react'
import { later } from '../../../lib/quiet.ts'
import type { AskedDecision, Invoice, Line } from './invoice-calls.ts'
import { useReviewLines } from './invoice-calls.ts'

const TOGETHER_MS = 700

/** The lines with what was decided on them, sent or not, and what decides on one. */
export function useDecisions(invoice: Invoice) {
  const { mutate, error } = useReviewLines(invoice.id)
  const [unsent, setUnsent] = useState<ReadonlyMap<number, AskedDecision>>(new Map())
  const waiting = useRef(new Map<number, AskedDecision>())
  const callOff = useRef<() => void>(undefined)

  const send = useCallback(() => {
    callOff.current?.()
    const asked = [...waiting.current.values()]
    waiting.current.clear()
    if (asked.length === 0) return
    const settle = () =>
      setUnsent((before) => new Map([...before].filter(([, decision]) => !asked.includes(decision))))
    mutate(asked, { onSuccess: settle, onError: settle })
  }, [mutate])

  // what was decided is sent when the page is left, too
  useEffect(() => send, [send])

  const decide = useCallback(
    (decisions: readonly AskedDecision[]) => {
      for (const decision of decisions) waiting.current.set(decision.number, decision)
      setUnsent((before) => new Map([...before, ...decisions.map((each) => [each.number, each] as const)]))
      callOff.current?.()
      callOff.current = later(send, TOGETHER_MS)
    },
    [send],
  )
  const lines = unsent.size === 0 ? invoice.lines : invoice.lines.map((line) => withUnsent(line, unsent))
  return { lines, decide, send, error }
}

// who decided is not shown
const unsentReview = {
  approvedQuantity: null,
  approvedUnitPrice: null,
  approvedAmount: null,
  reducedByPercent: null,
  rule: null,
  reviewed: { dateUtc: '', userName: '', user: null },
}

function withUnsent(line: Line, unsent: ReadonlyMap<number, AskedDecision>): Line {
  const asked = unsent.get(line.number)
  if (asked === undefined) return line
  if (asked.decision === null) return { ...line, review: null, approvedAmount: line.amount ?? null }
  return {
    ...line,
    approvedAmount: asked.decision === 'Accepted' ? (line.amount ?? null) : (line.approvedAmount ?? null),
    review: {
      ...unsentReview,
      decision: asked.decision,
      reason: asked.reason ?? null,
      note: asked.note ?? null,
    },
  }
}
