// One import from its table to its result: files, columns, check, run.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { TextLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { stateOf } from '../../lib/states.ts'
import { CheckPanel } from './check-panel.tsx'
import { ColumnsPanel } from './columns-panel.tsx'
import { FilesPanel } from './files-panel.tsx'
import { importKindsQuery, importQuery } from './imports.ts'
import { ResultPanel } from './result-panel.tsx'
import { RunPanel } from './run-panel.tsx'
import { importStates, texts } from './texts.ts'

export function ImportPage() {
  const { importId } = useParams({ from: '/signed-in/administration/import/$importId' })
  const found = useQuery(importQuery(Number(importId)))
  const kinds = useQuery(importKindsQuery)
  if (found.isError || kinds.isError) {
    return (
      <Page title={texts.title}>
        <ErrorPanel
          error={found.error ?? kinds.error}
          retry={() => Promise.all([found.refetch(), kinds.refetch()])}
        />
      </Page>
    )
  }
  if (!found.data || !kinds.data) return <PageSkeleton lines={6} />
  const { data: one } = found
  const kind = kinds.data.find(({ name }) => name === one.kind)
  const properties = kind?.properties ?? []
  const isOpen = one.state === 'Mapping' || one.state === 'Checked'
  const hasFiles = properties.some(({ type }) => type === 'file' || type === 'files')
  return (
    <Page
      key={one.id}
      title={one.name}
      lead={
        <>
          {texts.rowsOf(kind?.label ?? one.kind, one.total)} ·{' '}
          <TextLink size="sm" to="/administration/import">
            {texts.all}
          </TextLink>
        </>
      }
      actions={<StateBadge state={stateOf(importStates, one.state)} />}
    >
      {one.failure === null ? null : (
        <Notice kind="problem" title={texts.failure}>
          <p>{one.failure}</p>
        </Notice>
      )}
      {isOpen && hasFiles ? <FilesPanel one={one} /> : null}
      {isOpen ? <ColumnsPanel one={one} properties={properties} /> : null}
      {isOpen || one.state === 'Checking' ? <CheckPanel one={one} properties={properties} /> : null}
      {one.state === 'Checked' ||
      one.state === 'Running' ||
      one.state === 'Stopped' ||
      one.state === 'Undoing' ? (
        <RunPanel one={one} />
      ) : null}
      <ResultPanel one={one} />
    </Page>
  )
}
