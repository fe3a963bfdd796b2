// The page on which administrators say which invoices need whose approval.
import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { useDraft } from '../../../forms/use-draft.ts'
import { WholeInput } from '../../../forms/inputs/whole-input.tsx'
import { deadlineOf } from '../../contracts/approvals/deadline-fields.tsx'
import { approvalDefaultsQuery } from '../../organisation/approval-defaults.ts'
import { financialQuery } from '../../organisation/organisation.ts'
import { BudgetAlerts } from './budget-alerts.tsx'
import { RuleCard } from './rule-card.tsx'
import classes from './rules.module.css'
import { approvalRulesQuery, type Rule, type Rules, type Unsaved, useSaveApprovalRules } from './rules.ts'
import { invoiceApprovalTexts } from './texts.ts'

const texts = invoiceApprovalTexts.rules

export function InvoiceApprovalRulesPage() {
  const rules = useQuery(approvalRulesQuery)
  const financial = useQuery(financialQuery)
  return (
    <Page title={texts.title} lead={texts.lead}>
      {rules.isError ? <ErrorPanel error={rules.error} retry={rules.refetch} /> : null}
      {financial.isError ? <ErrorPanel error={financial.error} retry={financial.refetch} /> : null}
      {rules.isPending || financial.isPending ? <PageSkeleton lines={5} /> : null}
      {rules.data && financial.data ? <Editor saved={rules.data} currency={financial.data.currency} /> : null}
      <BudgetAlerts />
    </Page>
  )
}

/** How long law firms have, where nobody names a day. */
function LastDays({ rules, onChange }: { rules: Rules; onChange: (next: Partial<Rules>) => void }) {
  const days = [
    ['answerDays', texts.answerDays],
    ['appealDays', texts.appealDays],
  ] as const
  return (
    <div className={classes.days}>
      {days.map(([name, label]) => (
        <WholeInput
          key={name}
          label={label}
          description={texts.daysHint}
          min={1}
          max={60}
          value={rules[name]}
          onChange={(typed) => onChange({ [name]: typed })}
        />
      ))}
    </div>
  )
}

let added = 0

function Editor({ saved, currency }: { saved: Unsaved; currency: string }) {
  const [unsaved, setUnsaved, forget] = useDraft<Unsaved | null>('invoice-approval-rules', null)
  // fields keep what was typed until it is discarded
  const [reset, setReset] = useState(0)
  const save = useSaveApprovalRules()
  const defaults = useQuery(approvalDefaultsQuery)
  const current = (unsaved ?? saved).rules
  const { rules, ownEntriesRefused } = current
  const change = (next: Partial<Rules>) =>
    setUnsaved({ rules: { ...current, ...next }, etag: unsaved ? unsaved.etag : saved.etag })
  const setRule = (key: string, next: Rule) =>
    change({ rules: rules.map((each) => (each.key === key ? next : each)) })

  function add() {
    added += 1
    const rule: Rule = {
      key: `new-${added}-${rules.length}`,
      name: texts.newRule,
      approvers: [],
      matterManager: false,
      need: 'One',
      from: { total: null, currency },
      overBudget: false,
      costCentres: [],
      deadline: deadlineOf(defaults.data?.deadline),
    }
    change({ rules: [...rules, rule] })
  }
  function move(index: number, by: -1 | 1) {
    const [one, other] = [rules[index], rules[index + by]]
    if (one && other) change({ rules: rules.with(index, other).with(index + by, one) })
  }
  function discard() {
    forget()
    save.reset()
    setReset(reset + 1)
  }

  return (
    <Panel>
      <div className={classes.editor} key={reset}>
        <Checkbox
          label={texts.own}
          description={texts.ownHint}
          checked={ownEntriesRefused}
          onChange={(event) => change({ ownEntriesRefused: event.currentTarget.checked })}
        />
        <LastDays rules={current} onChange={change} />
        {rules.length === 0 ? <p className={classes.quiet}>{texts.none}</p> : null}
        {rules.length > 0 ? (
          <ol className={classes.rules}>
            {rules.map((rule, index) => (
              <RuleCard
                key={rule.key}
                rule={rule}
                position={index + 1}
                currency={currency}
                onChange={(next) => setRule(rule.key, next)}
                onMove={(by) => move(index, by)}
                onRemove={() => change({ rules: rules.filter(({ key }) => key !== rule.key) })}
              />
            ))}
          </ol>
        ) : null}
        <ErrorAlert error={save.error} />
        <div className={classes.acts}>
          <Button variant="default" onClick={add}>
            {texts.add}
          </Button>
          <ActionButton
            busy={save.isPending}
            disabled={unsaved === null}
            onClick={() =>
              unsaved &&
              save.mutate(unsaved, {
                onSuccess: () => {
                  forget()
                  showToast({ text: texts.saved })
                },
              })
            }
          >
            {texts.save}
          </ActionButton>
          {unsaved ? (
            <Button variant="subtle" onClick={discard}>
              {texts.discard}
            </Button>
          ) : null}
          {unsaved ? <span className={classes.quiet}>{texts.unsaved}</span> : null}
        </div>
      </div>
    </Panel>
  )
}
