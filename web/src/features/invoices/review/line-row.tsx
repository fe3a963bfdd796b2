// One line of an invoice: what was billed, what the review leaves, and the buttons that decide.
import { IconArrowBackUp, IconCheck, IconScissors, IconX } from '@tabler/icons-react'
import { memo } from 'react'
import { useFormat } from '../../../components/format-context.ts'
import { StateBadge } from '../../../components/state-badge.tsx'
import { state } from '../../../lib/states.ts'
import { aboveAgreed } from './agreed.ts'
import type { Line } from './invoice-calls.ts'
import classes from './lines.module.css'
import { flagTexts } from './flag-texts.ts'
import { reviewTexts as texts } from './texts.ts'

/** What a button or a key does with a line. */
export type Act = 'accept' | 'reduce' | 'reject' | 'clear' | 'taxCode'

const decisionStates = {
  Accepted: state(texts.decisions.Accepted, 'good'),
  Reduced: state(texts.decisions.Reduced, 'waiting'),
  Rejected: state(texts.decisions.Rejected, 'wrong'),
}

export const LineRow = memo(function LineRow(props: {
  line: Line
  currency: string
  /** Whether lines can be decided on now. */
  canDecide: boolean
  /** Whether the page shows what a review leaves. */
  hasReview: boolean
  /** Whether the page shows what is agreed for an hour. */
  hasAgreed: boolean
  isSelected: boolean
  isActive: boolean
  /** The rules of the guidelines that have flagged it. */
  rules: readonly string[] | undefined
  onSelect: (line: number, selected: boolean) => void
}) {
  const { rules, line, currency, canDecide, hasReview, hasAgreed, isSelected, isActive, onSelect } = props
  const format = useFormat()
  const { number, review } = line
  return (
    // keys and clicks are listened to by the list
    <tr className={classes.row} data-line={number} tabIndex={isActive ? 0 : -1} aria-selected={isSelected}>
      <td className={classes.number}>
        {canDecide ? (
          <input
            type="checkbox"
            className={classes.check}
            tabIndex={-1}
            aria-label={texts.select(number)}
            checked={isSelected}
            onChange={(event) => onSelect(number, event.currentTarget.checked)}
          />
        ) : null}
        {number}
      </td>
      <td className={classes.who}>
        {line.timekeeper ?? line.timekeeperNumber ?? ''}
        <small>
          {[line.timekeeperClass, line.workDate && format.date(line.workDate)].filter(Boolean).join(' · ')}
        </small>
      </td>
      <td className={classes.work}>
        {line.description}
        <small>{[line.taskCode, line.activityCode, line.expenseCode].filter(Boolean).join(' · ')}</small>
        {line.taxCorrection ? <small>{correctionOf(line.taxCorrection)}</small> : null}
        {rules ? <small className={classes.flag}>{rules.map(flagTexts.rule).join(' · ')}</small> : null}
      </td>
      <td className={classes.charge}>
        {format.number(line.quantity ?? 1)} × {format.money(line.unitPrice, currency)}
        {line.adjustment ? <small>{format.money(line.adjustment, currency)}</small> : null}
      </td>
      {hasAgreed ? <AgreedCell line={line} currency={currency} /> : null}
      <td className={classes.amount}>
        {format.money(line.amount ?? 0, currency)}
        <TaxCode line={line} currency={currency} />
      </td>
      {hasReview ? (
        <>
          <td className={classes.amount}>
            {line.approvedAmount === null || line.approvedAmount === undefined
              ? ''
              : format.money(line.approvedAmount, currency)}
          </td>
          <td className={classes.decision}>
            {review ? <StateBadge state={decisionStates[review.decision]} /> : null}
            {review?.reason ? (
              <small>
                {texts.reasons[review.reason]}
                {review.note ? `: ${review.note}` : ''}
              </small>
            ) : null}
            {review?.rule ? <small>{texts.proposed}</small> : null}
            {canDecide ? (
              <span className={classes.acts}>
                {acts.map(({ act, label, icon: Icon }) =>
                  act === 'clear' && !review ? null : (
                    <button
                      key={act}
                      type="button"
                      tabIndex={-1}
                      className={classes.act}
                      aria-label={`${label}: ${texts.actionsOf(number)}`}
                      title={label}
                      data-act={act}
                    >
                      <Icon size={18} stroke={1.75} aria-hidden="true" />
                    </button>
                  ),
                )}
              </span>
            ) : null}
          </td>
        </>
      ) : null}
    </tr>
  )
})

const correctionOf = ({ billed, reason }: NonNullable<Line['taxCorrection']>) =>
  `${texts.correctedCode(billed?.code ?? texts.noCode)}: ${reason}`

/** The tax code of a line with its rate; of a reverse charge with the tax that is owed. */
function TaxCode({ line, currency }: { line: Line; currency: string }) {
  const format = useFormat()
  const { taxCode, taxCorrection, reverseChargeRate, reverseChargeTax } = line
  if (!taxCode?.code) return null
  const text =
    taxCode.kind === 'ReverseCharge'
      ? texts.reverseOfLine(
          taxCode.code,
          format.number(reverseChargeRate),
          format.money(reverseChargeTax, currency),
        )
      : texts.taxOfLine(taxCode.code, format.number(taxCorrection?.taxRate ?? line.taxRate))
  return <small title={taxCode.name ?? ''}>{text}</small>
}

/** What is agreed for an hour, and by how much the line is above it. */
function AgreedCell({ line, currency }: { line: Line; currency: string }) {
  const format = useFormat()
  const above = aboveAgreed(line)
  return (
    <td className={classes.agreed} data-label={texts.agreed} data-above={above > 0}>
      {typeof line.agreedRate === 'number' ? format.money(line.agreedRate, currency) : ''}
      {above > 0 ? <small>{texts.above(format.money(above, currency))}</small> : null}
    </td>
  )
}

const acts: readonly { act: Act; label: string; icon: typeof IconCheck }[] = [
  { act: 'accept', label: texts.accept, icon: IconCheck },
  { act: 'reduce', label: texts.reduce, icon: IconScissors },
  { act: 'reject', label: texts.reject, icon: IconX },
  { act: 'clear', label: texts.clear, icon: IconArrowBackUp },
]
