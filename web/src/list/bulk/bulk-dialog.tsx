// Changing one property of many rows: what would come of it is shown before it is done.
import { Button, Checkbox, Group, Progress, Select, Stack, Text } from '@mantine/core'
import { Modal } from '../../components/floating/modal.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { useMe } from '../../components/me-context.ts'
import { Notice } from '../../components/notice.tsx'
import { useDebouncedValue } from '../../lib/debounced.ts'
import type { Format } from '../../lib/format.ts'
import { useAction } from '../../lib/use-action.ts'
import type { BulkProperty, BulkWhich, Identified, ListDefinition } from '../definition.ts'
import { ME } from '../filters/sentence.ts'
import type { Selection } from '../grid/selection.ts'
import { texts } from '../texts.ts'
import {
  callsFor,
  changeMany,
  checkMany,
  MOST,
  type Outcome,
  type Progress as Done,
  type Wanted,
} from './bulk-change.ts'
import { jobsQuery } from './bulk-jobs.ts'
import { BulkOutcome } from './bulk-outcome.tsx'
import { useUndo } from './use-undo.ts'
import { BulkValue, firstValues, isAct, isComplete, mayBeEmpty } from './bulk-value.tsx'

interface Props<Row extends Identified> {
  readonly definition: ListDefinition<Row>
  readonly offered: readonly BulkProperty[]
  /** Custom fields. */
  readonly more: readonly BulkProperty[]
  readonly selection: Selection
  readonly filter: string
  readonly count: number
  /** The place of the property that is chosen at first. */
  readonly first?: number
  readonly onClose: () => void
  readonly onDone: (message: string, undo?: () => Promise<void>) => void
}

export function BulkDialog<Row extends Identified>(props: Props<Row>) {
  const { definition, offered, more, selection, filter, count, first = 0, onClose, onDone } = props
  const form = useForm(offered, more, first)
  const { chosen, values, clear, onlyEmpty } = form
  const self = useMe().user.id
  const isReady = chosen !== undefined && (clear || isComplete(values))
  const isPossible = count <= MOST && callsFor(selection, filter) !== undefined
  const sent = clear ? [] : values.map((value) => (value === ME ? self : value))
  const wanted: Wanted = {
    selection,
    filter,
    change: isReady ? chosen.change(sent) : {},
    onlyEmpty: onlyEmpty && !clear,
  }
  const { checked, progress } = useCheck(definition, wanted, isReady && isPossible)
  const costOf = isReady && isPossible && !wanted.onlyEmpty ? chosen.costOf : undefined
  const cost = useCost(definition, wanted, costOf && ((which, format) => costOf(sent, which, format)))
  const undo = useUndo(definition)
  const change = useChange(definition, wanted, {
    onStarted: onClose,
    onDone: ({ changed, skipped, jobIds = [] }) => {
      const words = skipped > 0 ? texts.bulkDoneSkipped(changed, skipped) : texts.bulkDone(changed)
      onDone(words, changed > 0 ? () => undo(jobIds) : undefined)
      if (skipped === 0) onClose()
    },
  })
  const done = change.data !== undefined && 'changed' in change.data ? change.data : undefined
  const outcome = done ?? checked.data
  const checking = isReady && isPossible && checked.data === undefined && !checked.isError
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.bulkTitle(count, definition.one, definition.several)}
      size="lg"
    >
      <Stack mih={280}>
        <PropertySelect form={form} offered={offered} more={more} />
        {chosen && !clear && <BulkValue chosen={chosen} values={values} onChange={form.setValues} />}
        {chosen?.clearable === true && (
          <Checkbox
            size="sm"
            label={texts.bulkClear}
            checked={clear}
            onChange={(event) => form.setClear(event.currentTarget.checked)}
          />
        )}
        {!isPossible && <Text size="sm">{texts.bulkTooMany(MOST)}</Text>}
        <ErrorAlert error={change.error ?? checked.error ?? cost.error} />
        {/* announced as it comes; it stays in the page, so that screen readers know it */}
        <Stack gap="xs" aria-live="polite">
          {checking && <Checking progress={progress} />}
          {outcome && isReady && (
            <BulkOutcome
              outcome={outcome}
              done={done !== undefined}
              mayBeEmpty={mayBeEmpty(chosen)}
              onlyEmpty={onlyEmpty}
              onOnlyEmpty={form.setOnlyEmpty}
            />
          )}
          {typeof cost.said === 'string' && done === undefined && (
            <Notice kind="caution" title={texts.bulkCost}>
              {cost.said}
            </Notice>
          )}
        </Stack>
        <Group justify="flex-end" mt="auto">
          <Button size="sm" variant="default" onClick={onClose}>
            {done === undefined ? texts.cancel : texts.close}
          </Button>
          {done === undefined && (
            <ActionButton
              size="sm"
              busy={change.isPending}
              {...(typeof cost.said === 'string' ? { color: 'red.9' } : {})}
              disabled={!isReady || !cost.isKnown || checked.data === undefined || checked.data.changed === 0}
              onClick={() => change.mutate()}
            >
              {doLabel(chosen, isReady ? checked.data?.changed : undefined)}
            </ActionButton>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

const doLabel = (chosen: BulkProperty | undefined, count: number | undefined): string => {
  const [label, counted] =
    chosen && isAct(chosen) ? [chosen.label, texts.bulkAct(chosen.label)] : [texts.bulkChange, texts.bulkDo]
  return count === undefined ? label : counted(count)
}

function Checking({ progress }: { progress: Done | undefined }) {
  return (
    <>
      <Text size="sm">{texts.bulkChecking}</Text>
      {progress && (
        <>
          <Progress
            value={(progress.done / Math.max(1, progress.total)) * 100}
            aria-label={texts.bulkProgress(progress.done, progress.total)}
          />
          <Text size="sm">{texts.bulkProgress(progress.done, progress.total)}</Text>
        </>
      )}
    </>
  )
}

type Form = ReturnType<typeof useForm>

function useForm(offered: readonly BulkProperty[], more: readonly BulkProperty[], first: number) {
  const all = [...offered, ...more]
  const [index, setIndex] = useState(first)
  const chosen = all[index]
  const [values, setValues] = useState(chosen ? firstValues(chosen) : [])
  const [clear, setClear] = useState(false)
  const [onlyEmpty, setOnlyEmpty] = useState(false)
  const choose = (next: number) => {
    const property = all[next]
    setIndex(next)
    setValues(property ? firstValues(property) : [])
    setClear(false)
    setOnlyEmpty(false)
  }
  return { index, chosen, values, setValues, clear, setClear, onlyEmpty, setOnlyEmpty, choose }
}

function PropertySelect(props: {
  form: Form
  offered: readonly BulkProperty[]
  more: readonly BulkProperty[]
}) {
  const { form, offered, more } = props
  const items = (properties: readonly BulkProperty[], from: number) =>
    properties.map(({ label }, index) => ({ value: String(from + index), label }))
  const fields = { group: texts.moreProperties, items: items(more, offered.length) }
  return (
    <Select
      data-autofocus
      size="sm"
      label={texts.bulkWhat}
      searchable
      allowDeselect={false}
      selectFirstOptionOnChange
      openOnFocus={false}
      nothingFoundMessage={texts.noProperty}
      maxDropdownHeight={300}
      value={String(form.index)}
      data={[...items(offered, 0), ...(more.length > 0 ? [fields] : [])]}
      onChange={(value) => form.choose(Number(value))}
    />
  )
}

const keyOf = (selection: Selection) =>
  selection.kind === 'all' ? `all but ${[...selection.but].join(' ')}` : [...selection.ids].join(' ')

/** What would come of it, asked for once nobody types any more. */
function useCheck<Row extends Identified>(definition: ListDefinition<Row>, wanted: Wanted, isReady: boolean) {
  const { selection, filter, change, onlyEmpty } = wanted
  const [progress, setProgress] = useState<Done>()
  const asked = isReady ? JSON.stringify(change) : ''
  const settled = useDebouncedValue(asked, 300)
  const checked = useQuery({
    queryKey: ['bulk-check', definition.name, filter, keyOf(selection), asked, onlyEmpty],
    enabled: isReady && settled === asked,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) => {
      setProgress(undefined)
      return checkMany(definition.calls, wanted, { signal, onProgress: setProgress })
    },
  })
  return { checked, progress }
}

type AskCost = (which: readonly BulkWhich[], format: Format) => Promise<string | undefined>

/** What the change would undo for good, where the property has anything to say of that. */
function useCost<Row extends Identified>(
  definition: ListDefinition<Row>,
  { selection, filter, change }: Wanted,
  ask: AskCost | undefined,
) {
  const format = useFormat()
  const cost = useQuery({
    queryKey: ['bulk-cost', definition.name, filter, keyOf(selection), JSON.stringify(change)],
    enabled: ask !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async () => (await ask?.(callsFor(selection, filter) ?? [], format)) ?? null,
  })
  if (ask === undefined) return { isKnown: true, said: null, error: null }
  return { isKnown: cost.isSuccess, said: cost.data, error: cost.error }
}

function useChange<Row extends Identified>(
  definition: ListDefinition<Row>,
  wanted: Wanted,
  { onStarted, onDone }: { onStarted: () => void; onDone: (outcome: Outcome) => void },
) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: () => changeMany(definition.calls, wanted),
    onSuccess: async (result) => {
      // what is said of the rows is to be seen in them
      await queries.invalidateQueries({ queryKey: [definition.name] })
      if ('changed' in result) return onDone(result)
      // the list shows how far it has come
      onStarted()
      void queries.invalidateQueries(jobsQuery)
    },
    // some may have been changed before it failed
    onError: () => queries.invalidateQueries({ queryKey: [definition.name] }),
  })
}
