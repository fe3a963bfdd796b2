// The tiles of a dashboard as rows that are moved, by mouse or with the arrows, and changed.
import { Button, Group, NativeSelect } from '@mantine/core'
import { type DragEvent, useRef, useState } from 'react'
import { StatusMessage } from '../../components/status-message.tsx'
import rows from '../../components/row-list.module.css'
import classes from './dashboard-page.module.css'
import { dashboardTexts as texts } from './dashboard-texts.ts'
import { movedTile, type Tile } from './own-dashboards.ts'

export function TileRows(props: {
  tiles: readonly Tile[]
  nameOf: (tile: Tile) => string
  onTiles: (tiles: readonly Tile[]) => void
}) {
  const { tiles, nameOf, onTiles } = props
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<number>()
  const [said, setSaid] = useState('')
  const move = (from: number, to: number) => {
    const tile = tiles[from]
    if (!tile) return
    onTiles(movedTile(tiles, from, to))
    setSaid(texts.moved(nameOf(tile), to + 1, tiles.length))
  }
  /** The row is drawn at another place, where its arrow may be off: the focus follows it. */
  const step = (from: number, by: 1 | -1) => {
    move(from, from + by)
    requestAnimationFrame(() => {
      const row = list.current?.children.item(from + by)
      const arrows = [...(row?.querySelectorAll<HTMLButtonElement>('button[data-by]') ?? [])]
      const same = arrows.find((arrow) => arrow.dataset['by'] === String(by) && !arrow.disabled)
      ;(same ?? arrows.find((arrow) => !arrow.disabled))?.focus()
    })
  }
  /** Moves by mouse, besides the arrows. */
  const dragging = (index: number) => ({
    draggable: true,
    'data-dragged': dragged === index,
    onDragStart({ dataTransfer }: DragEvent) {
      dataTransfer.effectAllowed = 'move'
      dataTransfer.setData('text/plain', String(index))
      setDragged(index)
    },
    onDragOver: (event: DragEvent) => dragged !== undefined && event.preventDefault(),
    onDrop(event: DragEvent) {
      event.preventDefault()
      if (dragged !== undefined) move(dragged, index)
      // the row that was dragged is drawn again, and says no more that it ended
      setDragged(undefined)
    },
    onDragEnd: () => setDragged(undefined),
  })
  const change = (index: number, some: Partial<Tile>) =>
    onTiles(tiles.map((tile, at) => (at === index ? { ...tile, ...some } : tile)))
  if (tiles.length === 0) return <p className={classes.none}>{texts.noTiles}</p>
  return (
    <div>
      <p className={classes.none}>{texts.order}</p>
      <ol ref={list} className={rows.list} aria-label={texts.tiles}>
        {tiles.map((tile, index) => (
          <li
            // the same report may be there several times
            key={`${index} ${tile.report?.id} ${tile.ready}`}
            className={`${rows.row} ${classes.tileRow}`}
            {...dragging(index)}
          >
            <span className={classes.tileName}>{nameOf(tile)}</span>
            <TileChoices
              name={nameOf(tile)}
              tile={tile}
              at={{ isFirst: index === 0, isLast: index === tiles.length - 1 }}
              onChange={(some) => change(index, some)}
              onStep={(by) => step(index, by)}
              onRemove={() => onTiles(tiles.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      <StatusMessage>{said}</StatusMessage>
    </div>
  )
}

function TileChoices(props: {
  name: string
  tile: Tile
  at: { isFirst: boolean; isLast: boolean }
  onChange: (change: Partial<Tile>) => void
  onStep: (by: 1 | -1) => void
  onRemove: () => void
}) {
  const { name, tile, at, onChange, onStep, onRemove } = props
  return (
    <Group gap="xs">
      <NativeSelect
        size="sm"
        aria-label={texts.shows(name)}
        value={tile.shows}
        data={Object.entries(texts.forms).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ shows: value === 'Table' || value === 'Number' ? value : 'Chart' })
        }
      />
      <NativeSelect
        size="sm"
        aria-label={texts.width(name)}
        value={tile.width}
        data={Object.entries(texts.widths).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) => onChange({ width: value === 'Full' ? 'Full' : 'Half' })}
      />
      <Button
        size="sm"
        variant="default"
        px="sm"
        data-by="-1"
        aria-label={texts.earlier(name)}
        disabled={at.isFirst}
        onClick={() => onStep(-1)}
      >
        ↑
      </Button>
      <Button
        size="sm"
        variant="default"
        px="sm"
        data-by="1"
        aria-label={texts.later(name)}
        disabled={at.isLast}
        onClick={() => onStep(1)}
      >
        ↓
      </Button>
      <Button size="sm" variant="default" px="sm" aria-label={texts.take(name)} onClick={onRemove}>
        ✕
      </Button>
    </Group>
  )
}
