// Which columns are shown, and in which order.
import { Button, Checkbox, Group, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ShownColumn } from '../address/list-state.ts'
import { texts } from '../texts.ts'
import { moved } from './shown-columns.ts'

interface Choice {
  readonly path: string
  readonly label: string
}

export interface ColumnChoicesProps {
  readonly shown: readonly ShownColumn[]
  readonly columns: readonly Choice[]
  /** Found by their names only: custom fields. */
  readonly more: readonly Choice[]
  readonly onChange: (shown: readonly ShownColumn[]) => void
}

export function ColumnChoices(props: ColumnChoicesProps) {
  const { shown, columns, more, onChange } = props
  const [words, setWords] = useState('')
  const all = new Map([...columns, ...more].map((column) => [column.path, column]))
  const others = [...columns, ...more].filter(({ path }) => !shown.some((each) => each.path === path))
  const found = others.filter(({ label }) => label.toLowerCase().includes(words.trim().toLowerCase()))
  const list = useRef<HTMLDivElement>(null)
  const [acted, setActed] = useState<string>()
  // what was used is drawn in another place, or cannot be used again: the focus follows
  useEffect(() => {
    if (acted === undefined) return
    const boxes = [...(list.current?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])]
    const isShown = shown.some(({ path }) => path === acted)
    const follow = boxes.find(({ value, checked }) => value === acted && checked === isShown) ?? boxes[0]
    follow?.focus()
  }, [acted, shown])

  function change(next: readonly ShownColumn[], path: string) {
    setActed(path)
    onChange(next)
  }
  function move(index: number, by: -1 | 1) {
    const isLast = index + by === 0 || index + by === shown.length - 1
    setActed(isLast ? shown[index]?.path : undefined)
    onChange(moved(shown, index, by))
  }

  return (
    <ScrollArea.Autosize mah={420} type="auto" offsetScrollbars>
      <Stack gap={4} ref={list}>
        <Text size="xs" c="dimmed">
          {texts.columnsHelp}
        </Text>
        {shown.map((column, index) => {
          const label = all.get(column.path)?.label ?? column.path
          return (
            <Group key={column.path} justify="space-between" wrap="nowrap" gap="xs">
              <Checkbox
                size="sm"
                label={label}
                value={column.path}
                checked
                disabled={shown.length === 1}
                onChange={() =>
                  change(
                    shown.filter((each) => each.path !== column.path),
                    column.path,
                  )
                }
              />
              <Group gap={2} wrap="nowrap">
                <Arrow
                  sign="↑"
                  label={texts.moveUp(label)}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                />
                <Arrow
                  sign="↓"
                  label={texts.moveDown(label)}
                  disabled={index === shown.length - 1}
                  onClick={() => move(index, 1)}
                />
              </Group>
            </Group>
          )
        })}
        <TextInput
          size="xs"
          mt="xs"
          aria-label={texts.otherColumns}
          placeholder={texts.otherColumns}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        {found.slice(0, 60).map(({ path, label }) => (
          <Checkbox
            key={path}
            size="sm"
            label={label}
            value={path}
            checked={false}
            onChange={() => change([...shown, { path }], path)}
          />
        ))}
      </Stack>
    </ScrollArea.Autosize>
  )
}

function Arrow(props: { sign: string; label: string; disabled: boolean; onClick: () => void }) {
  const { sign, label, disabled, onClick } = props
  return (
    <Button size="compact-xs" variant="subtle" aria-label={label} disabled={disabled} onClick={onClick}>
      {sign}
    </Button>
  )
}
