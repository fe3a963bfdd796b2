// What came of a change of many rows, or would come of it.
import { Checkbox, List, Stack, Text } from '@mantine/core'
import { useFormat } from '../../components/format-context.ts'
import { texts } from '../texts.ts'
import type { Outcome } from './bulk-change.ts'

export function BulkOutcome(props: {
  outcome: Outcome
  done: boolean
  /** Whether rows may be without a value, which can be filled in. */
  mayBeEmpty: boolean
  onlyEmpty: boolean
  onOnlyEmpty: (onlyEmpty: boolean) => void
}) {
  const { outcome, done, mayBeEmpty, onlyEmpty, onOnlyEmpty } = props
  const { changed, unchanged, differing, skipped } = outcome
  const isReplacing = mayBeEmpty && differing > 0 && !done
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {done ? texts.bulkDone(changed) : changed === 0 ? texts.bulkNone : texts.bulkChanges(changed)}
      </Text>
      {unchanged > 0 && !onlyEmpty && <Text size="sm">{texts.bulkSame(unchanged)}</Text>}
      {isReplacing && <Text size="sm">{texts.bulkDiffering(differing, changed + unchanged + skipped)}</Text>}
      {(isReplacing || (onlyEmpty && !done)) && (
        <Checkbox
          size="sm"
          label={texts.bulkOnlyEmpty}
          checked={onlyEmpty}
          onChange={(event) => onOnlyEmpty(event.currentTarget.checked)}
        />
      )}
      <Skipped outcome={outcome} />
    </Stack>
  )
}

/** Why some could not be changed, each reason once. */
export function Skipped({ outcome: { skipped, refusals } }: { outcome: Outcome }) {
  const format = useFormat()
  const reasons = new Map<string, number>()
  for (const { because } of refusals) reasons.set(because, (reasons.get(because) ?? 0) + 1)
  if (skipped === 0) return null
  return (
    <>
      <Text size="sm">{texts.bulkSkipped(skipped)}</Text>
      <List size="sm">
        {[...reasons].slice(0, 10).map(([because, times]) => (
          <List.Item key={because}>
            {/* of many, only the first hundred say why */}
            {refusals.length < skipped ? '' : `${format.number(times)}: `}
            {because}
          </List.Item>
        ))}
      </List>
    </>
  )
}
