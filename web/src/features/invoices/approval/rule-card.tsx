// One rule: which invoices it is for, who approves them, and how many of these people are needed.
import { ActionIcon, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { AmountInput } from '../../../forms/inputs/amount-input.tsx'
import { ChosenPeople } from '../../../forms/inputs/chosen-people.tsx'
import { DeadlineFields } from '../../contracts/approvals/deadline-fields.tsx'
import { labelOfCost } from '../allocation/cost-label.ts'
import { CostSelect } from '../allocation/cost-select.tsx'
import type { Rule } from './rules.ts'
import classes from './rules.module.css'
import { invoiceApprovalTexts } from './texts.ts'

const texts = invoiceApprovalTexts.rules

interface Props {
  readonly rule: Rule
  readonly position: number
  /** Of the organisation. */
  readonly currency: string
  readonly onChange: (rule: Rule) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

export function RuleCard(props: Props) {
  const { rule, position, onChange } = props
  return (
    <li className={classes.rule} aria-label={texts.rule(position)}>
      <div className={classes.head}>
        <TextInput
          className={classes.name}
          label={texts.name}
          maxLength={255}
          value={rule.name}
          onChange={(event) => onChange({ ...rule, name: event.currentTarget.value })}
        />
        <Acts {...props} />
      </div>
      <Condition {...props} />
      <OfCostCentres {...props} />
      <div>
        <div className={classes.label}>{texts.approvers}</div>
        <Checkbox
          label={texts.matterManager}
          checked={rule.matterManager}
          onChange={(event) => onChange({ ...rule, matterManager: event.currentTarget.checked })}
        />
        <ChosenPeople
          people={rule.approvers}
          label={texts.addApprover}
          removeLabel={texts.removeApprover}
          onChange={(approvers) => onChange({ ...rule, approvers })}
        />
      </div>
      {rule.approvers.length + Number(rule.matterManager) > 1 ? (
        <NativeSelect
          label={texts.need}
          data={[
            { value: 'One', label: texts.oneOf },
            { value: 'All', label: texts.allOf },
          ]}
          value={rule.need}
          onChange={(event) => onChange({ ...rule, need: event.currentTarget.value as Rule['need'] })}
        />
      ) : null}
      <DeadlineFields deadline={rule.deadline} onChange={(deadline) => onChange({ ...rule, deadline })} />
    </li>
  )
}

function Acts({ rule, onMove, onRemove }: Props) {
  const common = { variant: 'subtle', color: 'gray', size: 36 } as const
  return (
    <span className={classes.moves}>
      <ActionIcon {...common} aria-label={texts.up(rule.name)} onClick={() => onMove(-1)}>
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon {...common} aria-label={texts.down(rule.name)} onClick={() => onMove(1)}>
        <IconArrowDown size={16} />
      </ActionIcon>
      <ActionIcon {...common} aria-label={texts.remove(rule.name)} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </span>
  )
}

function Condition({ rule, currency, onChange }: Props) {
  const { from } = rule
  return (
    <>
      <div className={classes.condition}>
        <NativeSelect
          label={texts.when}
          data={[
            { value: 'always', label: texts.always },
            { value: 'from', label: texts.from },
          ]}
          value={from ? 'from' : 'always'}
          onChange={(event) =>
            onChange({
              ...rule,
              from: event.currentTarget.value === 'from' ? { total: null, currency } : null,
            })
          }
        />
        {from ? (
          <>
            <AmountInput
              label={texts.total}
              min={0}
              value={from.total}
              onChange={(total) => onChange({ ...rule, from: { ...from, total } })}
            />
            <TextInput
              label={texts.currency}
              maxLength={3}
              value={from.currency}
              onChange={(event) =>
                onChange({ ...rule, from: { ...from, currency: event.currentTarget.value.toUpperCase() } })
              }
            />
          </>
        ) : null}
      </div>
      {from ? <p className={classes.quiet}>{texts.otherCurrencies}</p> : null}
      <Checkbox
        label={texts.overBudget}
        checked={rule.overBudget}
        onChange={(event) => onChange({ ...rule, overBudget: event.currentTarget.checked })}
      />
    </>
  )
}

function OfCostCentres({ rule, onChange }: Props) {
  const { costCentres } = rule
  return (
    <div>
      <div className={classes.label}>{texts.costCentres}</div>
      <p className={classes.quiet}>{texts.costCentresHint}</p>
      {costCentres.length > 0 ? (
        <ul className={classes.chosen}>
          {costCentres.map((each) => (
            <li key={each.id}>
              {labelOfCost(each)}
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.removeCostCentre(labelOfCost(each))}
                onClick={() =>
                  onChange({ ...rule, costCentres: costCentres.filter(({ id }) => id !== each.id) })
                }
              >
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      ) : null}
      <CostSelect
        // an empty input for the next one
        key={costCentres.length}
        list="costCentres"
        label={texts.addCostCentre}
        value={null}
        onChange={(added) =>
          added && !costCentres.some(({ id }) => id === added.id)
            ? onChange({ ...rule, costCentres: [...costCentres, added] })
            : undefined
        }
      />
    </div>
  )
}
