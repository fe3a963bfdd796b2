// Beginning an import with a table, and those there are.
import { NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { stateOf } from '../../lib/states.ts'
import { FileChooser } from './file-chooser.tsx'
import { type ImportKind, importKindsQuery, importsQuery, useBeginImport } from './imports.ts'
import classes from './imports.module.css'
import { KeptMappings } from './kept-panels.tsx'
import { importStates, texts } from './texts.ts'

export function ImportsPage() {
  const kinds = useQuery(importKindsQuery)
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Panel title={texts.begin}>
        {kinds.isPending ? <PageSkeleton lines={3} /> : null}
        {kinds.isError ? <ErrorPanel error={kinds.error} retry={kinds.refetch} /> : null}
        {kinds.data ? <Begin kinds={kinds.data} /> : null}
      </Panel>
      <Panel title={texts.earlier}>
        <Earlier kinds={kinds.data ?? []} />
      </Panel>
      <Panel title={texts.keptTitle}>
        <KeptMappings kinds={kinds.data ?? []} />
      </Panel>
    </Page>
  )
}

function Begin({ kinds }: { kinds: readonly ImportKind[] }) {
  const navigate = useNavigate()
  const begin = useBeginImport()
  const [kind, setKind] = useState(kinds[0]?.name ?? '')
  const [file, setFile] = useState<File>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!file) return
    begin.mutate(
      { kind, file },
      {
        onSuccess: ({ id }) => {
          void navigate({ to: '/administration/import/$importId', params: { importId: String(id) } })
        },
      },
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md" className={classes.form ?? ''}>
        <NativeSelect
          label={texts.kind}
          description={texts.kindHint}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value)}
          data={kinds.map(({ name, label }) => ({ value: name, label }))}
        />
        <FileChooser
          label={texts.table}
          description={texts.tableHint}
          button={texts.chooseTable}
          accept=".csv,.txt,.tsv,.xlsx"
          onChoose={([chosen]) => setFile(chosen)}
        />
        <ErrorAlert error={begin.error} />
        <div>
          <ActionButton type="submit" busy={begin.isPending} disabled={!file}>
            {begin.isPending ? texts.reading : texts.send}
          </ActionButton>
        </div>
      </Stack>
    </form>
  )
}

function Earlier({ kinds }: { kinds: readonly ImportKind[] }) {
  const imports = useQuery(importsQuery)
  const format = useFormat()
  const labelOf = new Map(kinds.map(({ name, label }) => [name, label]))
  if (imports.isPending) return <PageSkeleton lines={2} />
  if (imports.isError) return <ErrorPanel error={imports.error} retry={imports.refetch} />
  if (imports.data.length === 0) return <p className={classes.quiet}>{texts.none}</p>
  return (
    <ul className={classes.list}>
      {imports.data.map(({ id, name, kind, total, state, created }) => (
        <li key={id} className={classes.row}>
          <span className={classes.what}>
            <TextLink size="sm" to="/administration/import/$importId" params={{ importId: String(id) }}>
              {name}
            </TextLink>
            <span className={classes.quiet}>
              {texts.about(labelOf.get(kind) ?? kind, total, format.relative(created.dateUtc))}
            </span>
          </span>
          <StateBadge state={stateOf(importStates, state)} />
        </li>
      ))}
    </ul>
  )
}
