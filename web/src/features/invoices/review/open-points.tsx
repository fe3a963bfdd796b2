// What is still open when an invoice is approved: said before, as it does not change afterwards.
import { useQuery } from '@tanstack/react-query'
import { aboveAgreed } from './agreed.ts'
import { flagsQuery } from './flag-calls.ts'
import type { Invoice } from './invoice-calls.ts'
import { reviewTexts as texts } from './texts.ts'

export function OpenPoints({ invoice }: { invoice: Invoice }) {
  const { data: flags = [] } = useQuery(flagsQuery(invoice.id))
  const undecided = invoice.lines.filter(({ review }) => !review)
  const above = undecided.filter((line) => aboveAgreed(line) > 0).length
  const open = flags.filter(({ dismissed, severity }) => dismissed === null && severity !== 'Tell').length
  const points = [
    ...(open > 0 ? [texts.openFlags(open)] : []),
    ...(above > 0 ? [texts.aboveAgreed(above)] : []),
    ...(undecided.length > 0 ? [texts.undecided(undecided.length)] : []),
  ]
  if (points.length === 0) return null
  return (
    <ul aria-label={texts.openPoints}>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}
