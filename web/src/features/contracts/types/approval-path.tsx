// The steps of an approval drawn as a path from "ready to be signed" to signing: below each other when each waits for
// the one before, beside each other when all are asked at once.
import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSettings, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { FormField } from '../../../forms/form-parts.ts'
import { useReading } from '../../../forms/use-reading.ts'
import type { Reading } from '../../../forms/value-text.ts'
import { UNREAD } from '../../../lib/unread.ts'
import { nameOf } from '../../../lib/person-name.ts'
import classes from './approval-path.module.css'
import { isOrdered, type Path, type Step } from './approval-rules.ts'
import { approvalRuleTexts as texts } from './texts.ts'

interface Acts {
  readonly open: string | undefined
  readonly setOpen: (key: string | undefined) => void
  readonly step: (index: number, by: -1 | 1) => void
  readonly remove: (key: string) => void
}

export function ApprovalPath(props: {
  path: Path
  fields: readonly FormField[]
  /** What can be done with a step; none for a path that is only shown. */
  acts?: Acts
  renderOpen?: (step: Step) => ReactNode
  /** Instead of the people of a step: what a sample says of it. */
  renderTried?: (step: Step) => ReactNode
  /** The steps that are drawn as left out. */
  leftOut?: ReadonlySet<number>
}) {
  const { path, fields, acts, renderOpen, renderTried, leftOut } = props
  const reading = useReading()
  if (path.steps.length === 0) return null
  return (
    <div className={classes.path}>
      <div className={classes.end}>{texts.start}</div>
      <ol className={classes.steps} data-in-order={path.inOrder} aria-label={texts.path}>
        {path.steps.map((step, index) => (
          <li
            key={step.key}
            className={classes.step}
            data-left-out={step.id !== undefined && leftOut?.has(step.id)}
          >
            <div className={classes.head}>
              <span className={classes.what}>
                <span className={classes.name}>{step.name}</span>
                <span className={classes.about}>{renderTried ? renderTried(step) : whoOf(step)}</span>
                {step.deadline ? <span className={classes.about}>{deadlineOf(step.deadline)}</span> : null}
                {step.when ? (
                  <span className={classes.condition}>{conditionOf(step.when, fields, reading)}</span>
                ) : null}
              </span>
              {acts ? <StepActs step={step} index={index} acts={acts} /> : null}
            </div>
            {acts?.open === step.key ? renderOpen?.(step) : null}
          </li>
        ))}
      </ol>
      <div className={classes.end}>{texts.end}</div>
    </div>
  )
}

function StepActs({ step, index, acts }: { step: Step; index: number; acts: Acts }) {
  const common = { variant: 'subtle', color: 'gray', size: 36 } as const
  const isOpen = acts.open === step.key
  return (
    <span className={classes.acts}>
      <ActionIcon {...common} aria-label={texts.up(step.name)} onClick={() => acts.step(index, -1)}>
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon {...common} aria-label={texts.down(step.name)} onClick={() => acts.step(index, 1)}>
        <IconArrowDown size={16} />
      </ActionIcon>
      <ActionIcon
        {...common}
        aria-label={texts.edit(step.name)}
        aria-expanded={isOpen}
        onClick={() => acts.setOpen(isOpen ? undefined : step.key)}
      >
        <IconSettings size={16} />
      </ActionIcon>
      <ActionIcon {...common} aria-label={texts.remove(step.name)} onClick={() => acts.remove(step.key)}>
        <IconTrash size={16} />
      </ActionIcon>
    </span>
  )
}

function whoOf({ approvers, team, need }: Step): string {
  const who = [...approvers.map(nameOf), ...(team ? [team.name] : [])].join(', ')
  return who === '' ? '' : `${who} · ${need === 'One' ? texts.one : texts.all}`
}

const deadlineOf = ({ workingDays, escalateTo }: NonNullable<Step['deadline']>): string =>
  texts.within(workingDays, escalateTo ? nameOf(escalateTo) : '')

function conditionOf(
  { field: id, operator, value }: NonNullable<Step['when']>,
  fields: readonly FormField[],
  { format, currency }: Reading,
): string {
  const field = fields.find((each) => each.id.toLowerCase() === id.toLowerCase())
  const text = (): string => {
    if (field === undefined) return value
    if (value === UNREAD) return '…'
    if (isOrdered(field)) {
      const isMoney = field.fieldType === 'Currency' && currency !== undefined
      return isMoney ? format.money(Number(value), currency) : format.number(Number(value))
    }
    if (value === 'true') return texts.yes
    if (value === 'false') return texts.no
    return field.options?.find((option) => option.value === value)?.label ?? value
  }
  return texts.condition(field?.label ?? id, texts.operators[operator], text())
}
