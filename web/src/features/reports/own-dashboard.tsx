// A dashboard that somebody has put together: shown, and put together on the page.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { DashboardEditor } from './dashboard-editor.tsx'
import classes from './dashboard-page.module.css'
import { dashboardTexts as texts } from './dashboard-texts.ts'
import { OwnTile } from './dashboard-tile.tsx'
import { type DashboardContent, ownDashboardQuery, type Tile, useDashboardActions } from './own-dashboards.ts'
import { type Catalogue, savedReportsQuery } from './reports.ts'

interface Framed {
  readonly catalogue: Catalogue
  /** What is shown below the title: the way to the other dashboards. */
  readonly others: ReactNode
  readonly lead: ReactNode
}

/** The dashboard with this id. */
export function OwnDashboard({ id, first, ...framed }: Framed & { id: string; first: ReactNode }) {
  const { data, isPending, error, refetch } = useQuery(ownDashboardQuery(id))
  const { change, remove } = useDashboardActions()
  const navigate = useNavigate()
  const [draft, setDraft] = useState<readonly Tile[]>()
  const [isRemoving, setIsRemoving] = useState(false)
  const dashboard = data?.value
  if (!dashboard) {
    return (
      <Page title={texts.own} lead={framed.lead}>
        {framed.others}
        {isPending ? <PageSkeleton /> : <ErrorPanel error={error} title={texts.none} retry={refetch} />}
      </Page>
    )
  }
  const { name, sharedWith, tiles, can } = dashboard
  const isEdited = draft !== undefined
  return (
    <Page
      key={id}
      title={name}
      lead={framed.lead}
      actions={
        isEdited ? null : (
          <>
            {first}
            {can.change ? (
              <>
                <Button size="sm" variant="default" onClick={() => setIsRemoving(true)}>
                  {texts.remove}
                </Button>
                <Button size="sm" onClick={() => setDraft(tiles)}>
                  {texts.edit}
                </Button>
              </>
            ) : null}
          </>
        )
      }
    >
      {framed.others}
      {isEdited ? (
        <Edited
          content={{ name, sharedWith, tiles: [...draft] }}
          catalogue={framed.catalogue}
          busy={change.isPending}
          error={change.error}
          onTiles={setDraft}
          onCancel={() => setDraft(undefined)}
          onSave={(content) =>
            change.mutate({ id, tag: data.etag, content }, { onSuccess: () => setDraft(undefined) })
          }
        />
      ) : null}
      <Tiles tiles={draft ?? tiles} catalogue={framed.catalogue} />
      <ConfirmDialog
        opened={isRemoving}
        title={texts.removeTitle}
        confirmLabel={texts.remove}
        busy={remove.isPending}
        error={remove.error}
        onClose={() => setIsRemoving(false)}
        onConfirm={() => remove.mutate(id, { onSuccess: () => void navigate({ to: '/reports' }) })}
      >
        {texts.removeText(name)}
      </ConfirmDialog>
    </Page>
  )
}

/** A dashboard that is not there yet, with the tiles of a ready-made one if it is made of one. */
export function NewDashboard({ of, ...framed }: Framed & { of: string | undefined }) {
  const { create } = useDashboardActions()
  const navigate = useNavigate()
  const origin = framed.catalogue.dashboards.find(({ id }) => id === of)
  const [draft, setDraft] = useState<readonly Tile[]>(
    (origin?.tiles ?? []).map((ready) => ({ report: null, ready, shows: 'Chart', width: 'Half' })),
  )
  return (
    <Page title={texts.newTitle} lead={framed.lead}>
      {framed.others}
      <Edited
        content={{ name: origin?.name ?? '', sharedWith: 'Me', tiles: [...draft] }}
        catalogue={framed.catalogue}
        busy={create.isPending}
        error={create.error}
        onTiles={setDraft}
        onCancel={() => void navigate({ to: '/reports' })}
        onSave={(content) =>
          create.mutate(content, {
            onSuccess: ({ id }) =>
              void navigate({
                to: '/reports/dashboard',
                search: { dashboard: String(id) } as never,
                replace: true,
              }),
          })
        }
      />
      <Tiles tiles={draft} catalogue={framed.catalogue} />
    </Page>
  )
}

function Edited(props: {
  content: DashboardContent
  catalogue: Catalogue
  busy: boolean
  error: unknown
  onTiles: (tiles: readonly Tile[]) => void
  onSave: (content: DashboardContent) => void
  onCancel: () => void
}) {
  const { catalogue, ...rest } = props
  const { data: saved, isError, error, refetch } = useQuery(savedReportsQuery)
  if (isError) return <ErrorPanel error={error} retry={refetch} />
  return saved ? <DashboardEditor {...rest} reports={{ catalogue, saved }} /> : <PageSkeleton />
}

function Tiles({ tiles, catalogue }: { tiles: readonly Tile[]; catalogue: Catalogue }) {
  if (tiles.length === 0)
    return (
      <Panel>
        <p className={classes.none}>{texts.emptyOwn}</p>
      </Panel>
    )
  return (
    <div className={classes.ownTiles}>
      {tiles.map((tile, index) => (
        <div
          // the same report may be there several times
          key={`${index} ${tile.report?.id} ${tile.ready}`}
          className={classes.ownTile}
          data-width={tile.width}
        >
          <OwnTile tile={tile} catalogue={catalogue} />
        </div>
      ))}
    </div>
  )
}
