// Changing one property of many rows: what would come of it is shown before it is done.
import { Button, Checkbox, Group, List, NativeSelect, Progress, Stack, Text } from '@mantine/core'
import { Modal } from '../../components/floating/modal.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { useMe } from '../../components/me-context.ts'
import { useAction } from '../../lib/use-action.ts'
import type { BulkOutcome, BulkProperty, Identified, ListDefinition } from '../definition.ts'
import { ME } from '../filters/sentence.ts'
import { ValueEditor } from '../filters/value-editor.tsx'
import type { Selection } from '../grid/selection.ts'
import { texts } from '../texts.ts'
import { changeMany, MOST, type Wanted } from './bulk-change.ts'

interface Props<Row extends Identified> {
  readonly definition: ListDefinition<Row>
  readonly offered: readonly BulkProperty[]
  readonly selection: Selection
  readonly filter: string
  readonly count: number
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}

export function BulkDialog<Row extends Identified>(props: Props<Row>) {
  const { definition, offered, selection, filter, count, onClose, onDone } = props
  const [index, setIndex] = useState(0)
  const [values, setValues] = useState<readonly string[]>([])
  const [clear, setClear] = useState(false)
  const [onlyEmpty, setOnlyEmpty] = useState(false)
  const chosen = offered[index]
  const picked = values.at(-1) ?? ''
  const self = useMe().user.id
  const value = clear ? null : picked === ME ? self : picked
  const isReady = chosen !== undefined && value !== '' && count <= MOST
  const wanted: Wanted = {
    selection,
    filter,
    change: chosen && isReady ? chosen.change(value) : {},
    onlyEmpty: onlyEmpty && !clear,
    checkOnly: true,
  }
  const checked = useQuery({
    queryKey: [
      'bulk-check',
      definition.name,
      filter,
      keyOf(selection),
      JSON.stringify(wanted.change),
      onlyEmpty,
    ],
    enabled: isReady,
    gcTime: 0,
    staleTime: 0,
    queryFn: () => changeMany(definition.calls, wanted),
  })
  const { change, progress } = useChange(definition, wanted, (outcome) => {
    const { changed, skipped } = outcome
    onDone(skipped.length > 0 ? texts.bulkDoneSkipped(changed, skipped.length) : texts.bulkDone(changed))
    if (skipped.length === 0) onClose()
  })
  const choose = (next: number) => {
    setIndex(next)
    setValues([])
    setClear(false)
  }
  const outcome = change.data ?? checked.data
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.bulkTitle(count, definition.one, definition.several)}
      size="lg"
    >
      <Stack mih={280}>
        <NativeSelect
          data-autofocus
          size="sm"
          label={texts.bulkWhat}
          value={String(index)}
          data={offered.map(({ label }, each) => ({ value: String(each), label }))}
          onChange={(event) => choose(Number(event.currentTarget.value))}
        />
        {chosen && !clear && (
          <div>
            <Text size="sm" fw={500} mb={4}>
              {texts.bulkValue}
            </Text>
            <ValueEditor
              property={chosen.property}
              operator="is"
              values={values}
              onChange={(next) => setValues(next.slice(-1))}
            />
          </div>
        )}
        {chosen?.clearable === true && (
          <Checkbox
            size="sm"
            label={texts.bulkClear}
            checked={clear}
            onChange={(event) => setClear(event.currentTarget.checked)}
          />
        )}
        {count > MOST && <Text size="sm">{texts.bulkTooMany(MOST)}</Text>}
        <ErrorAlert error={change.error ?? checked.error} />
        {isReady && checked.isFetching && change.data === undefined && (
          <output>
            <Text size="sm">{texts.bulkChecking}</Text>
          </output>
        )}
        {outcome && isReady && !checked.isFetching && (
          <Outcome
            outcome={outcome}
            done={change.data !== undefined}
            onlyEmpty={onlyEmpty}
            onOnlyEmpty={setOnlyEmpty}
          />
        )}
        {change.isPending && (
          <output>
            <Progress
              value={(progress / Math.max(1, count)) * 100}
              aria-label={texts.bulkProgress(progress, count)}
            />
            <Text size="sm">{texts.bulkProgress(progress, count)}</Text>
          </output>
        )}
        <Group justify="flex-end">
          <Button size="sm" variant="default" onClick={onClose}>
            {change.data === undefined ? texts.cancel : texts.close}
          </Button>
          {change.data === undefined && (
            <ActionButton
              size="sm"
              busy={change.isPending}
              disabled={!isReady || checked.data === undefined || checked.data.changed === 0}
              onClick={() => change.mutate()}
            >
              {texts.bulkDo(checked.data?.changed ?? 0)}
            </ActionButton>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

const keyOf = (selection: Selection) =>
  selection.kind === 'all' ? `all but ${[...selection.but].join(' ')}` : [...selection.ids].join(' ')

function useChange<Row extends Identified>(
  definition: ListDefinition<Row>,
  wanted: Wanted,
  onSuccess: (outcome: BulkOutcome) => void,
) {
  const queries = useQueryClient()
  const [progress, setProgress] = useState(0)
  const change = useAction({
    mutationFn: () => changeMany(definition.calls, { ...wanted, checkOnly: false }, setProgress),
    onSuccess,
    onSettled: () => queries.invalidateQueries({ queryKey: [definition.name] }),
  })
  return { change, progress }
}

function Outcome(props: {
  outcome: BulkOutcome
  done: boolean
  onlyEmpty: boolean
  onOnlyEmpty: (onlyEmpty: boolean) => void
}) {
  const { outcome, done, onlyEmpty, onOnlyEmpty } = props
  const { changed, unchanged, differing, skipped } = outcome
  const all = changed + unchanged + skipped.length
  const format = useFormat()
  const reasons = new Map<string, number>()
  for (const { because } of skipped) reasons.set(because, (reasons.get(because) ?? 0) + 1)
  return (
    <output>
      <Stack gap="xs">
        <Text size="sm" fw={500}>
          {done ? texts.bulkDone(changed) : changed === 0 ? texts.bulkNone : texts.bulkChanges(changed)}
        </Text>
        {unchanged > 0 && !onlyEmpty && <Text size="sm">{texts.bulkSame(unchanged)}</Text>}
        {differing > 0 && !done && <Text size="sm">{texts.bulkDiffering(differing, all)}</Text>}
        {(differing > 0 || onlyEmpty) && !done && (
          <Checkbox
            size="sm"
            label={texts.bulkOnlyEmpty}
            checked={onlyEmpty}
            onChange={(event) => onOnlyEmpty(event.currentTarget.checked)}
          />
        )}
        {skipped.length > 0 && (
          <>
            <Text size="sm">{texts.bulkSkipped(skipped.length)}</Text>
            <List size="sm">
              {[...reasons].slice(0, 10).map(([because, times]) => (
                <List.Item key={because}>
                  {format.number(times)}: {because}
                </List.Item>
              ))}
            </List>
          </>
        )}
      </Stack>
    </output>
  )
}
