// Putting a dashboard together: its name, who can use it, and its tiles. Tiles are moved by mouse or with the arrows.
import { Button, Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useMe } from '../../components/me-context.ts'
import { Panel } from '../../components/panel.tsx'
import { hasStatus } from '../../lib/refusal.ts'
import { dashboardTexts as texts } from './dashboard-texts.ts'
import { type DashboardContent, mostTiles, type Tile } from './own-dashboards.ts'
import type { Catalogue, savedReportsQuery } from './reports.ts'
import { TileRows } from './tile-rows.tsx'

type SavedReports = Awaited<ReturnType<NonNullable<(typeof savedReportsQuery)['queryFn']>>>

interface Reports {
  readonly catalogue: Catalogue
  readonly saved: SavedReports
}

export function DashboardEditor(props: {
  content: DashboardContent
  reports: Reports
  busy: boolean
  error: unknown
  /** The tiles as they are put together, before they are saved. */
  onTiles: (tiles: readonly Tile[]) => void
  onSave: (content: DashboardContent) => void
  onCancel: () => void
}) {
  const { content, reports, busy, error, onTiles, onSave, onCancel } = props
  const { can } = useMe()
  const [name, setName] = useState(content.name)
  const [sharedWith, setSharedWith] = useState(content.sharedWith)
  const { tiles } = content
  return (
    <Panel title={texts.editTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') onSave({ name: name.trim(), sharedWith, tiles })
        }}
      >
        <Stack>
          <TextInput
            size="sm"
            label={texts.name}
            maxLength={100}
            required
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {can.administer ? (
            <Radio.Group
              label={texts.forWhom}
              value={sharedWith}
              onChange={(value) => setSharedWith(value === 'Organization' ? 'Organization' : 'Me')}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="Me" label={texts.forMe} />
                <Radio value="Organization" label={texts.forAll} />
              </Stack>
            </Radio.Group>
          ) : null}
          <TileRows tiles={tiles} nameOf={(tile) => tileName(tile, reports)} onTiles={onTiles} />
          <AddTile
            reports={reports}
            isFull={tiles.length >= mostTiles}
            onAdd={(tile) => onTiles([...tiles, tile])}
          />
          <ErrorAlert error={error}>{hasStatus(error, 412) ? <p>{texts.conflict}</p> : null}</ErrorAlert>
          <Group>
            <ActionButton size="sm" type="submit" busy={busy}>
              {texts.save}
            </ActionButton>
            <Button size="sm" variant="default" onClick={onCancel}>
              {texts.cancel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}

const tileName = ({ report, ready }: Tile, { catalogue, saved }: Reports): string =>
  (report
    ? saved.find(({ id }) => id === report.id)?.name
    : catalogue.ready.find(({ id }) => id === ready)?.name) ?? texts.gone

function AddTile(props: { reports: Reports; isFull: boolean; onAdd: (tile: Tile) => void }) {
  const { reports, isFull, onAdd } = props
  const { catalogue, saved } = reports
  return (
    <NativeSelect
      size="sm"
      label={texts.add}
      disabled={isFull}
      {...(isFull ? { description: texts.full } : {})}
      value=""
      data={[
        { value: '', label: texts.choose },
        {
          group: texts.ownReports,
          items: saved.map(({ id, name }) => ({ value: String(id), label: name })),
        },
        {
          group: texts.readyReports,
          items: catalogue.ready.map(({ id, name }) => ({ value: id, label: name })),
        },
      ]}
      onChange={({ currentTarget: { value } }) => {
        if (value === '') return
        const isSaved = /^\d+$/.test(value)
        const usual = { shows: 'Chart', width: 'Half' } as const
        onAdd(
          isSaved
            ? { report: { id: Number(value) }, ready: null, ...usual }
            : { report: null, ready: value, ...usual },
        )
      }}
    />
  )
}
