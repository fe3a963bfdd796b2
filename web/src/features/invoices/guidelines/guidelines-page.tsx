// The page on which billing guidelines are set: for all invoices, or for those of one law firm.
import { NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { payeesQuery } from '../posting/posting.ts'
import classes from './guidelines.module.css'
import {
  editedOf,
  type Guideline,
  guidelineQuery,
  type KnownRule,
  rulesQuery,
  type Scope,
  sentRules,
  useSaveGuideline,
} from './guidelines.ts'
import { RuleFields } from './rule-fields.tsx'
import { guidelineTexts as texts } from './texts.ts'
import { TryOut } from './try-out.tsx'

export function GuidelinesPage() {
  const [firm, setFirm] = useState('')
  const scope: Scope = firm === '' ? {} : { firmId: Number(firm) }
  const rules = useQuery(rulesQuery)
  const guideline = useQuery(guidelineQuery(scope))
  const { data: firms = [] } = useQuery(payeesQuery)
  const error = rules.error ?? guideline.error
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Panel>
        <NativeSelect
          className={classes.scope}
          label={texts.scope}
          value={firm}
          data={[
            { value: '', label: texts.organisation },
            ...firms.map(({ id, name }) => ({ value: String(id), label: texts.firm(name) })),
          ]}
          onChange={(event) => setFirm(event.currentTarget.value)}
        />
      </Panel>
      {error ? <ErrorPanel error={error} retry={guideline.refetch} /> : null}
      {rules.isPending || guideline.isPending ? <PageSkeleton lines={8} /> : null}
      {rules.data && guideline.data ? (
        <Editor
          key={`${firm} ${guideline.data.value.version}`}
          scope={scope}
          known={rules.data}
          guideline={guideline.data.value}
          etag={guideline.data.etag}
        />
      ) : null}
    </Page>
  )
}

function Editor(props: {
  scope: Scope
  known: readonly KnownRule[]
  guideline: Guideline
  etag: string | undefined
}) {
  const { scope, known, guideline, etag } = props
  const [edited, setEdited] = useState(() => known.map((rule) => editedOf(rule, guideline)))
  const [note, setNote] = useState('')
  const save = useSaveGuideline(scope)
  const rules = sentRules(known, edited)
  return (
    <>
      <Panel>
        <div className={classes.editor}>
          {known.map((rule, index) => {
            const its = edited[index]
            return its ? (
              <RuleFields
                key={rule.rule}
                known={rule}
                edited={its}
                isSpecial={scope.firmId !== undefined}
                onChange={(next) => setEdited(edited.with(index, next))}
              />
            ) : null
          })}
          <ErrorAlert error={save.error} />
          <Textarea
            required
            autosize
            maxLength={2_000}
            label={texts.note}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <div>
            <ActionButton
              busy={save.isPending}
              disabled={note.trim() === ''}
              onClick={() =>
                save.mutate(
                  { rules, note: note.trim(), etag },
                  { onSuccess: () => showToast({ text: texts.saved }) },
                )
              }
            >
              {texts.save}
            </ActionButton>
          </div>
          <Versions versions={guideline.versions} />
        </div>
      </Panel>
      <TryOut rules={rules} />
    </>
  )
}

function Versions({ versions }: { versions: Guideline['versions'] }) {
  const format = useFormat()
  if (versions.length === 0) return null
  return (
    <details>
      <summary>{texts.versions}</summary>
      <ul className={classes.found}>
        {versions.map(({ version, note, set, rules }) => (
          <li key={version}>
            <strong>
              {texts.versionBy(version, set.userName ?? '', format.dateTime(set.dateUtc ?? ''))}
            </strong>{' '}
            {note} <span className={classes.quiet}>{texts.inForce(rules.filter(({ on }) => on).length)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
