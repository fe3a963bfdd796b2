// Requests about the first steps of the organisation.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer, Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

export type StepState = Item<'/v2/firstSteps'>

export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: async ({ signal }) => (await answer(client.GET('/v2/firstSteps', { signal }))).items,
})

export type MailSetup = Answer<'/v2/firstSteps/mail'>

const whileWaitingMs = 3_000

/** How mail goes out; asked again while the last test waits to be sent. */
export const mailSetupQuery = queryOptions({
  queryKey: ['first-steps', 'mail'],
  queryFn: ({ signal }) => answer(client.GET('/v2/firstSteps/mail', { signal })),
  refetchInterval: ({ state }) => (state.data?.lastTest?.state === 'Waiting' ? whileWaitingMs : false),
})

/** How old the backups are. */
export const backupSetupQuery = queryOptions({
  queryKey: ['first-steps', 'backup'],
  queryFn: ({ signal }) => answer(client.GET('/v2/firstSteps/backup', { signal })),
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
