// Taking a change of many back: what a message with its undo does, and what it says afterwards.
import { useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../components/toast-store.ts'
import { messageOf } from '../../lib/refusal-message.ts'
import type { Identified, ListDefinition } from '../definition.ts'
import { texts } from '../texts.ts'
import { type Outcome, undoMany } from './bulk-change.ts'
import { jobsQuery } from './bulk-jobs.ts'

const NAMED = 3

type Listed<Row extends Identified> = Pick<ListDefinition<Row>, 'name' | 'calls' | 'title'>

/** Takes jobs back, and says what became of it once the list shows it. */
export function useUndo<Row extends Identified>(definition: Listed<Row>) {
  const queries = useQueryClient()
  return async (jobIds: readonly number[]): Promise<void> => {
    try {
      const outcome = await undoMany(jobIds)
      await Promise.all([
        queries.invalidateQueries(jobsQuery),
        queries.invalidateQueries({ queryKey: [definition.name] }),
      ])
      // a job says itself what came of it
      if (outcome) showToast({ text: await wordsOf(definition, outcome), problem: outcome.skipped > 0 })
    } catch (error) {
      showToast({ text: messageOf(error), problem: true })
    }
  }
}

async function wordsOf<Row extends Identified>(definition: Listed<Row>, outcome: Outcome): Promise<string> {
  const { changed, skipped, refusals } = outcome
  if (skipped === 0) return texts.bulkUndone(changed)
  const names = await namesOf(
    definition,
    refusals.slice(0, NAMED).map(({ id }) => id),
  )
  return texts.bulkUndoneLeft(changed, { names, left: skipped, because: refusals[0]?.because ?? '' })
}

/** Those that this person does not see any more have none. */
async function namesOf<Row extends Identified>(
  { calls, title }: Listed<Row>,
  ids: readonly number[],
): Promise<readonly string[]> {
  const { items } = await calls.page(
    { $filter: `Id in (${ids.join(',')})`, $top: NAMED },
    AbortSignal.timeout(10_000),
  )
  return items.map(title)
}
