// Requests about the first steps of the organisation.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

export type StepState = Item<'/v2/firstSteps'>

export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: async ({ signal }) => (await answer(client.GET('/v2/firstSteps', { signal }))).items,
})

function useStepAction<Result, Order>(mutationFn: (order: Order) => Promise<Result>) {
  const queries = useQueryClient()
  return useAction<Result, Order>({
    mutationFn,
    onSuccess: () => queries.invalidateQueries({ queryKey: firstStepsQuery.queryKey }),
  })
}

/** Leaves a step out, or takes it up again. */
export const useSkipStep = () =>
  useStepAction(({ step, skipped }: Pick<StepState, 'step' | 'skipped'>) =>
    answer(client.PUT('/v2/firstSteps/{step}', { params: { path: { step } }, body: { skipped } })),
  )

/** Sends a mail to the person. */
export const useTestMail = () => useStepAction(() => answer(client.POST('/v2/me/testMail')))
