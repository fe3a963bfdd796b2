// The page on which billing guidelines are set: for all invoices, or for those of one law firm or of one matter.
import { NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { RecordSelect } from '../../../forms/inputs/record-select.tsx'
import { kinds } from '../../../lib/kinds.ts'
import { namesQuery } from '../../../list/filters/pickers.ts'
import { useWriting } from '../../../forms/inputs/use-writing.ts'
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

const route = getRouteApi('/signed-in/administration/billing-guidelines')

/** In the address instead of the id of a matter, until one is chosen. */
const unchosen = 'none'
const oneMatter = 'one'

export function GuidelinesPage() {
  const { firm = '', of } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: firms = [] } = useQuery(payeesQuery)
  const scope = scopeOf(firm, of)
  const choose = (search: { firm?: string; of?: string }) => void navigate({ search, replace: true })
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Panel>
        <div className={classes.editor}>
          <NativeSelect
            className={classes.scope}
            label={texts.scope}
            value={of === undefined ? firm : oneMatter}
            data={[
              { value: '', label: texts.organisation },
              { value: oneMatter, label: texts.ofMatter },
              ...firms.map(({ id, name }) => ({ value: String(id), label: texts.firm(name) })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              choose(value === oneMatter ? { of: unchosen } : value === '' ? {} : { firm: value })
            }
          />
          {of === undefined ? null : <MatterChoice id={of} onChoose={(id) => choose({ of: String(id) })} />}
        </div>
      </Panel>
      {scope ? <GuidelineOf scope={scope} /> : <p className={classes.quiet}>{texts.chooseMatter}</p>}
    </Page>
  )
}

/** Undefined while no matter is chosen. */
function scopeOf(firm: string, of: string | undefined): Scope | undefined {
  if (of !== undefined) return Number(of) > 0 ? { matterId: Number(of) } : undefined
  return firm === '' ? {} : { firmId: Number(firm) }
}

function MatterChoice({ id, onChoose }: { id: string; onChoose: (id: number) => void }) {
  const names = useQuery(namesQuery(kinds.matter.many, Number(id) > 0 ? [id] : []))
  const label = names.data?.find(({ value }) => value === id)?.label
  return (
    <RecordSelect
      className={classes.scope}
      label={texts.matter}
      type={kinds.matter.type}
      record={label === undefined ? undefined : { id: Number(id), label }}
      onRecord={(record) => onChoose(record.id)}
    />
  )
}

function GuidelineOf({ scope }: { scope: Scope }) {
  const rules = useQuery(rulesQuery)
  const guideline = useQuery(guidelineQuery(scope))
  const error = rules.error ?? guideline.error
  return (
    <>
      {error ? <ErrorPanel error={error} retry={guideline.refetch} /> : null}
      {!error && (rules.isPending || guideline.isPending) ? <PageSkeleton lines={8} /> : null}
      {rules.data && guideline.data ? (
        <Editor
          key={`${JSON.stringify(scope)} ${guideline.data.value.version}`}
          scope={scope}
          known={rules.data}
          guideline={guideline.data.value}
          etag={guideline.data.etag}
        />
      ) : null}
    </>
  )
}

function Editor(props: {
  scope: Scope
  known: readonly KnownRule[]
  guideline: Guideline
  etag: string | undefined
}) {
  const { scope, known, guideline, etag } = props
  const writing = useWriting()
  const [edited, setEdited] = useState(() => known.map((rule) => editedOf(rule, guideline, writing)))
  const [note, setNote] = useState('')
  const save = useSaveGuideline(scope)
  const rules = sentRules(known, edited, writing)
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
                isSpecial={scope.firmId !== undefined || scope.matterId !== undefined}
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
